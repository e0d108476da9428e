using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet. Reconnecting is ours, for the library has none.</summary>
internal sealed class MqttOfficialBroker(MqttOptions options) : MqttBroker(MqttOfficialDriver.Description, options)
{
    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new MqttOfficialConnection(this, channel, options));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new MqttOfficialListener(this, channel, options, handler));

    internal SupervisedLink<MqttOfficialSession> CreateLink(MqttOfficialRole role, Action<Exception> lost)
    {
        var linkOptions = Options.Link;
        return new SupervisedLink<MqttOfficialSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttOfficialSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await linkOptions.OpenOnAnyAsync((to, token) => MqttOfficialSession.OpenAsync(Options, to, role, token), cancellationToken).ConfigureAwait(false);
            Greeted(session.MaxPacketBytes);
            return session;
        }
    }
}
