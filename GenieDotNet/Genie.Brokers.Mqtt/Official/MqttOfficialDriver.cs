using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet.</summary>
internal sealed class MqttOfficialDriver() : BrokerDriver<MqttOptions>(Description)
{
    // Packets, event arguments and tasks of the library's own.
    public static DriverDescription Description { get; } =
        DriverDescription.OfPackage<MqttOfficialDriver>(MqttDrivers.Broker, "MQTTnet", MqttGuarantees.Card, new AllocationBounds(12 * 1024, 8 * 1024));

    /// <inheritdoc/>
    public override IBroker Create(MqttOptions options) => new MqttOfficialBroker(options);
}
