using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireBroker(MqttOptions options) : MqttBroker(MqttWireDriver.Description, options)
{
    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new MqttWireConnection(this, channel, options));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new MqttWireListener(this, channel, options, handler));

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<MqttSession> CreateLink(MqttRole role, Action<Exception> lost)
    {
        var linkOptions = Options.Link;
        return new SupervisedLink<MqttSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await MqttSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            Greeted(session.Greeting.MaxPacketBytes);
            return session;
        }
    }
}
