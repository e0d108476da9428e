using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats;

/// <summary>The traits of both clients.</summary>
internal static class NatsTraits
{
    private const int DefaultMaxPayload = 1 << 20;
    private static readonly Confirmation[] Confirmations = [Confirmation.Buffered, Confirmation.Accepted];

    /// <summary>What the server told, or its defaults before the first connection.</summary>
    public static BrokerTraits Of(string client, string clientVersion, string? serverVersion, long? maxPayload, string remarks) => new()
    {
        Broker = NatsDrivers.Broker,
        Client = client,
        ClientVersion = clientVersion,
        Server = serverVersion is null ? "" : $"nats-server {serverVersion}",
        Confirmations = Confirmations,
        MaxPayloadBytes = Limit(maxPayload).BytesMax,
        OrderedPerSender = true,
        CanRedeliver = false,
        Remarks = remarks,
    };

    /// <summary>What a request or an answer may hold.</summary>
    /// <param name="maxPayload">What the server told; null before the first connection.</param>
    public static PayloadLimit Limit(long? maxPayload) => PayloadLimit.OfMessage(NatsDrivers.Broker, maxPayload ?? DefaultMaxPayload);
}
