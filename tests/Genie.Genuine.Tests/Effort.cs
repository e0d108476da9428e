using System.Globalization;

namespace Genie.Genuine.Tests;

/// <summary>
/// How much random testing to do. By default little enough for every run; GENIE_GENUINE_CASES asks for millions, and
/// GENIE_GENUINE_SEED repeats a run whose seed a failure printed.
/// </summary>
internal static class Effort
{
    public static int Cases(int usual) => Read("GENIE_GENUINE_CASES") ?? usual;

    public static int Seed() => Read("GENIE_GENUINE_SEED") ?? Random.Shared.Next();

    private static int? Read(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;
}
