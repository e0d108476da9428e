using Genie.Brokers.Drivers;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Pulsar without a client package.</summary>
internal sealed class PulsarWireDriver() : BrokerDriver<PulsarOptions>(Description)
{
    public static DriverDescription Description { get; } = DriverDescription.OfWire<PulsarWireDriver>(PulsarDrivers.Broker, PulsarGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(PulsarOptions options) => new PulsarWireBroker(options);
}
