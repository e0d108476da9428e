using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>ActiveMQ without a client package.</summary>
internal sealed class ActiveMQWireDriver() : BrokerDriver<ActiveMQOptions>(Description)
{
    public static DriverDescription Description { get; } = DriverDescription.OfWire<ActiveMQWireDriver>(ActiveMQDrivers.Broker, ActiveMQGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(ActiveMQOptions options) => new ActiveMQWireBroker(options);
}
