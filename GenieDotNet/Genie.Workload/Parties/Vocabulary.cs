namespace Genie.Workload.Parties;

/// <summary>Words that made-up parties consist of; no person or firm is meant.</summary>
internal static class Vocabulary
{
    public static readonly string[] GivenNames =
        ["Ada", "Bjørn", "Chidi", "Dolores", "Emre", "Fatima", "Grace", "Hana", "Iñaki", "Jun", "Katya", "Liam", "Mei", "Noor", "Olu", "Žofia"];

    public static readonly string[] FamilyNames =
        ["Abara", "Brown", "Castillo", "Dvořák", "Eze", "Fischer", "García", "Haddad", "Ito", "Johansson", "Kowalski", "Lindqvist", "Müller", "Nguyen", "O'Neill", "Petrov"];

    public static readonly string[] Industries = ["retail", "logistics", "health", "education", "energy", "games"];

    public static readonly string[] Streets = ["Harbour Street", "Mill Lane", "Station Road", "Church Hill", "Linden Avenue", "Market Square"];

    public static readonly string[] Cities = ["Springfield", "Riverton", "Oakdale", "Brookside", "Fairview", "Greenville"];

    public static readonly string[] Models = ["Tablet 3", "Phone X2", "Console One", "Laptop 14", "Watch S"];

    public static readonly string[] Segments = ["new", "loyal", "premium", "family", "business", "at-risk"];

    public static readonly string[] AttributeNames = ["source", "campaign", "tier", "owner", "locale"];

    public static readonly string[] Languages = ["en", "de", "es", "fr", "ja"];
}
