using System.Reflection;
using Genie.Brokers.Drivers;
using MQTTnet;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet.</summary>
internal sealed class MqttOfficialDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => MqttDrivers.Broker;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion { get; } = $"MQTTnet {typeof(IMqttClient).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0]}";

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => MqttGuarantees.Card;

    /// <inheritdoc/>
    public Type OptionsType => typeof(MqttOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new MqttOfficialBroker((MqttOptions)options, ClientVersion);
}
