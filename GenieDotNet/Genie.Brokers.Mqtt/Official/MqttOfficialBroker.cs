using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet. Reconnecting is ours, for the library has none.</summary>
internal sealed class MqttOfficialBroker : DriverBroker
{
    private readonly string _clientVersion;
    private readonly MqttServerKnowledge _knowledge;

    public MqttOfficialBroker(MqttOptions options, string clientVersion)
    {
        options.Check();
        Options = options;
        _clientVersion = clientVersion;
        _knowledge = new MqttServerKnowledge(options);
    }

    public MqttOptions Options { get; }

    /// <inheritdoc/>
    public override BrokerTraits Traits => MqttTraits.Of(Options, "official", _clientVersion, _knowledge.Facts);

    internal long MaxPayloadBytes => Math.Min(Options.MaxPacketBytes, _knowledge.Facts.MaxPacketBytes) - MqttTraits.HeadroomBytes;

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = new MqttOfficialConnection(this, channel, options);
        await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new MqttOfficialListener(this, channel, options, handler);
        return await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    internal SupervisedLink<MqttOfficialSession> CreateLink(MqttOfficialRole role, Action<Exception> lost)
    {
        var linkOptions = Options.Link;
        return new SupervisedLink<MqttOfficialSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttOfficialSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await MqttOfficialSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            _knowledge.Greeted(session.MaxPacketBytes);
            return session;
        }
    }
}
