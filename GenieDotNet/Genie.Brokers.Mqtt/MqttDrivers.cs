using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt;

/// <summary>The drivers for MQTT 5.</summary>
public static class MqttDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "mqtt";

    /// <summary>The wire driver and the official client.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Wire.MqttWireDriver(),
        new Official.MqttOfficialDriver(),
    ];
}
