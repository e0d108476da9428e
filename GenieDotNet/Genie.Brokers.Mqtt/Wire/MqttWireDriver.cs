using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => MqttDrivers.Broker;

    /// <inheritdoc/>
    public string Client => "wire";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfWireDriver<MqttWireDriver>();

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => MqttGuarantees.Card;

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(MqttOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new MqttWireBroker((MqttOptions)options, ClientVersion);
}
