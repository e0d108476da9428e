namespace Genie.Brokers.ActiveMQ;

/// <summary>Which headers are a message's own, and which are STOMP's or the server's.</summary>
internal static class HeaderNames
{
    // STOMP 1.2 ("SEND", "MESSAGE", "Standard Headers"), and what Artemis and classic ActiveMQ add or act upon.
    private static readonly HashSet<string> Servers = new(StringComparer.OrdinalIgnoreCase)
    {
        "destination", "message-id", "subscription", "ack", "content-length", "receipt", "receipt-id", "transaction", "correlation-id", "reply-to",
        "expires", "persistent", "priority", "timestamp", "redelivered", "type", "destination-type", "selector", "id", "login", "passcode", "session",
        "original-destination", "breadcrumbId",
    };

    private static readonly string[] ServersPrefixes = ["JMS", "_AMQ", "__AMQ", "AMQ_", "_HQ", "NATIVE_", "activemq.", "hdr_"];

    /// <summary>True for a header that is none of the application's.</summary>
    public static bool IsServers(string name) => Servers.Contains(name) || ServersPrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));

    /// <summary>Refuses what the server would take for its own.</summary>
    /// <exception cref="MessageHeadersException">It is.</exception>
    public static void Check(string name)
    {
        if (IsServers(name)) throw new MessageHeadersException($"activemq: the header '{name}' means something to STOMP or the server. Give it another name, or leave NativeHeaders off.");
    }
}
