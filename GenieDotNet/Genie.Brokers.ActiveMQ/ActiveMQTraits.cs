using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ;

/// <summary>The traits of both clients.</summary>
internal static class ActiveMQTraits
{
    private static readonly Confirmation[] Confirmations = [Confirmation.Accepted, Confirmation.Buffered, Confirmation.Persisted];

    public static BrokerTraits Of(string client, string clientVersion, string server, ActiveMQOptions options, string remarks) => new()
    {
        Broker = ActiveMQDrivers.Broker,
        Client = client,
        ClientVersion = clientVersion,
        Server = server,
        Confirmations = Confirmations,
        MaxPayloadBytes = options.MaxMessageBytes - ReplyEnvelope.HeaderBytes,
        OrderedPerSender = true,
        CanRedeliver = true,
        RedeliversFailures = true,
        HoldsWithoutListener = true,
        Remarks = remarks,
    };

    /// <summary>The error for a message beyond the limit, or null.</summary>
    public static PayloadTooLargeException? TooLarge(ActiveMQOptions options, int payloadBytes)
    {
        var max = options.MaxMessageBytes - ReplyEnvelope.HeaderBytes;
        return payloadBytes <= max ? null : new PayloadTooLargeException(ActiveMQDrivers.Broker, payloadBytes, max);
    }
}
