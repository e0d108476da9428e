using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt;

/// <summary>MQTT 5 through either client: what they have in common is all but the packets.</summary>
internal abstract class MqttBroker : DriverBroker
{
    private readonly DriverDescription _driver;
    private readonly MqttServerKnowledge _knowledge;

    /// <exception cref="BrokerSettingException">A setting cannot be used.</exception>
    protected MqttBroker(DriverDescription driver, MqttOptions options)
    {
        options.Check();
        (_driver, Options) = (driver, options);
        _knowledge = new MqttServerKnowledge(options);
    }

    public MqttOptions Options { get; }

    /// <inheritdoc/>
    public override BrokerTraits Traits => MqttTraits.Of(_driver, Options, _knowledge.Facts);

    /// <summary>What a request or an answer may hold, as the server last said.</summary>
    public PayloadLimit Limit => MqttTraits.Limit(Options, _knowledge.Facts);

    /// <summary>At most 23 characters of letters and digits, which every server takes: MQTT 5.0 section 3.1.3.1.</summary>
    public static string NewClientId() => $"genie{Guid.NewGuid():N}"[..23];

    /// <inheritdoc cref="MqttServerKnowledge.ProbeOnceAsync"/>
    public ValueTask ProbeOnceAsync(CancellationToken cancellationToken) => _knowledge.ProbeOnceAsync(cancellationToken);

    /// <inheritdoc cref="MqttServerKnowledge.Greeted"/>
    protected void Greeted(long maxPacketBytes) => _knowledge.Greeted(maxPacketBytes);
}
