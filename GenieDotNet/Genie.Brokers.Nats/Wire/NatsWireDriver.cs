using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats.Wire;

/// <summary>NATS without a client package.</summary>
internal sealed class NatsWireDriver() : BrokerDriver<NatsOptions>(Description)
{
    public static DriverDescription Description { get; } = DriverDescription.OfWire<NatsWireDriver>(NatsDrivers.Broker, NatsGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(NatsOptions options) => new NatsWireBroker(options);
}
