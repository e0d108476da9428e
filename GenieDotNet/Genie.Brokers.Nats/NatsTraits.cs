using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats;

/// <summary>The traits of both clients.</summary>
internal static class NatsTraits
{
    private const int DefaultMaxPayload = 1 << 20;
    private static readonly Confirmation[] Confirmations = [Confirmation.Buffered, Confirmation.Accepted];

    /// <summary>What the server has announced, or its defaults before the first connection.</summary>
    public static BrokerTraits Of(DriverDescription driver, string? serverVersion, long? maxPayload) =>
        driver.Traits(Confirmations, Limit(maxPayload).BytesMax, serverVersion is null ? "" : $"nats-server {serverVersion}") with { NativeHeaders = true, BroadcastConfirmations = Confirmations };

    /// <summary>What a request or an answer may hold.</summary>
    /// <param name="maxPayload">What the server has announced; null before the first connection.</param>
    public static PayloadLimit Limit(long? maxPayload) => PayloadLimit.OfMessage(NatsDrivers.Broker, maxPayload ?? DefaultMaxPayload, "the server's max_payload");
}
