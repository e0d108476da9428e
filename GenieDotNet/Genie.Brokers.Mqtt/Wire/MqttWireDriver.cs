using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireDriver() : BrokerDriver<MqttOptions>(Description)
{
    public static DriverDescription Description { get; } = DriverDescription.OfWire<MqttWireDriver>(MqttDrivers.Broker, MqttGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(MqttOptions options) => new MqttWireBroker(options);
}
