namespace Genie.Brokers.ActiveMQ;

/// <summary>What a server calls itself over OpenWire. Artemis speaks it by a library of Classic's, and gives that library's name and version for its own.</summary>
internal static class OpenWireServer
{
    /// <summary>The server's name and version.</summary>
    /// <param name="name">ProviderName of its greeting (WireFormatInfo).</param>
    /// <param name="version">ProviderVersion of it, or the version of the protocol in words.</param>
    /// <param name="brokerId">The id in its BrokerInfo, if that has come: Classic makes one that begins with <c>ID:</c> and its host, Artemis has the UUID of its node.</param>
    public static string Describe(string name, string version, string? brokerId) =>
        Guid.TryParseExact(brokerId, "D", out _) ? $"ActiveMQ Artemis (OpenWire by {name} {version})" : $"{name} {version}";
}
