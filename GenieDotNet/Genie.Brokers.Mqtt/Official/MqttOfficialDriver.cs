using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet.</summary>
internal sealed class MqttOfficialDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => MqttDrivers.Broker;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<MqttOfficialDriver>("MQTTnet");

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => MqttGuarantees.Card;

    // Packets, event arguments and tasks of the library's own.
    /// <inheritdoc/>
    public AllocationBounds Allocations { get; } = new(12 * 1024, 8 * 1024);

    /// <inheritdoc/>
    public Type OptionsType => typeof(MqttOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new MqttOfficialBroker((MqttOptions)options, ClientVersion);
}
