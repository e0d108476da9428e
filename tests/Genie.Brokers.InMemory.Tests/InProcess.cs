namespace Genie.Brokers.InMemory.Tests;

/// <summary>What the drivers without a server have in common.</summary>
internal static class InProcess
{
    /// <summary>Checks about a server, which they lack.</summary>
    public static IReadOnlySet<string> Checks { get; } = new HashSet<string>
    {
        "unreachable-server", "wrong-password", "server-crash-during-requests", "persisted-sends-survive-server-crash",
    };
}
