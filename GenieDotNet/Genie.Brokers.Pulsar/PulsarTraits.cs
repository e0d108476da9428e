using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar;

/// <summary>The traits of all clients.</summary>
internal static class PulsarTraits
{
    private const int DefaultMaxMessageBytes = 5 << 20;
    private static readonly Confirmation[] OfPersistent = [Confirmation.Persisted, Confirmation.Accepted, Confirmation.Buffered];
    private static readonly Confirmation[] OfNonPersistent = [Confirmation.Accepted, Confirmation.Buffered];

    /// <summary>What the broker told, or its defaults before the first connection.</summary>
    public static BrokerTraits Of(string client, string clientVersion, PulsarOptions options, string server, int? maxMessageBytes, string remarks) => new()
    {
        Broker = PulsarDrivers.Broker,
        Client = client,
        ClientVersion = clientVersion,
        Server = server,
        Confirmations = options.Persistent ? OfPersistent : OfNonPersistent,
        MaxPayloadBytes = (maxMessageBytes ?? DefaultMaxMessageBytes) - ReplyEnvelope.HeaderBytes,
        OrderedPerSender = true,
        CanRedeliver = options.Persistent,
        HoldsWithoutListener = options.Persistent,
        Remarks = remarks,
    };

    /// <summary>The error for a message beyond the limit, or null.</summary>
    public static PayloadTooLargeException? TooLarge(int maxMessageBytes, int payloadBytes)
    {
        var max = maxMessageBytes - ReplyEnvelope.HeaderBytes;
        return payloadBytes <= max ? null : new PayloadTooLargeException(PulsarDrivers.Broker, payloadBytes, max);
    }
}
