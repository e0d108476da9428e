using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>ZMTP 3.1 in managed code.</summary>
public sealed class ZeroMQWireDriver() : BrokerDriver<ZeroMQOptions>(Description)
{
    internal static DriverDescription Description { get; } = DriverDescription.OfWire<ZeroMQWireDriver>(ZeroMQDrivers.Name, ZeroMQGuarantees.Wire);

    /// <inheritdoc/>
    public override IBroker Create(ZeroMQOptions options) => new ZeroMQWireBroker(options);
}
