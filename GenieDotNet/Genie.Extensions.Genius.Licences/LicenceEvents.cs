using Genie.EventStore;
using Genie.Genuine.Identities;

namespace Genie.Extensions.Genius.Licences;

/// <summary>The streams and events of machines; payloads are the messages of <c>licence.proto</c> and <c>event.proto</c>.</summary>
public static class LicenceEvents
{
    /// <summary>A licence was granted or denied. Payload: <see cref="Messages.LicenceDecided"/>.</summary>
    public const string Decided = "LicenceDecided";

    /// <summary>A licence was taken back. Payload: <see cref="Messages.LicenceRevoked"/>.</summary>
    public const string Revoked = "LicenceRevoked";

    /// <summary>Something happened at a machine. Payload: <see cref="Messages.Event"/>.</summary>
    public const string MachineEvent = "MachineEvent";

    /// <summary>The stream of the rules by which licences are granted.</summary>
    public const string RulesStream = "genius/licence-rules";

    /// <summary>The category of machines' licences.</summary>
    internal const string Category = "licence";

    /// <summary>The stream of a machine's licences.</summary>
    public static string StreamOf(PublicIdentity machine) => $"{Category}{EventFilter.CategoryEnd}{machine}";

    /// <summary>The stream of what happens at a machine.</summary>
    public static string MachineStreamOf(PublicIdentity machine) => $"machine/{machine}";
}
