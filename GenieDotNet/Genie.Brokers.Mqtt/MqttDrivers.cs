using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt;

/// <summary>The drivers for MQTT 5.</summary>
public static class MqttDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "mqtt";

    /// <summary>Every driver that was compiled: the wire driver, and the official client where the package feed has it.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Wire.MqttWireDriver(),
#if CLIENT_MQTTNET
        new Official.MqttOfficialDriver(),
#endif
    ];
}
