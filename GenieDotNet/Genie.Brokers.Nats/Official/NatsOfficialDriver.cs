using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialDriver() : BrokerDriver<NatsOptions>(Description)
{
    // The client makes strings of each message's subjects, and under load a boxed state machine of each call that waits:
    // some 1,000 bytes a message were seen.
    public static DriverDescription Description { get; } =
        DriverDescription.OfPackage<NatsOfficialDriver>(NatsDrivers.Broker, "NATS.Net", NatsGuarantees.Card, new AllocationBounds(4096, 4096));

    /// <inheritdoc/>
    public override IBroker Create(NatsOptions options) => new NatsOfficialBroker(options);
}
