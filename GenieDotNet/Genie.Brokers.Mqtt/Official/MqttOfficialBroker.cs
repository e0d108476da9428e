using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet. Reconnecting is ours, for the library has none.</summary>
internal sealed class MqttOfficialBroker : IBroker
{
    private readonly string _clientVersion;
    private readonly OpenResources _open = new();
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
    public BrokerTraits Traits => MqttTraits.Of(Options, "official", _clientVersion, _knowledge.Facts);

    internal long MaxPayloadBytes => Math.Min(Options.MaxPacketBytes, _knowledge.Facts.MaxPacketBytes) - MqttTraits.HeadroomBytes;

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var connection = new MqttOfficialConnection(this, channel, options);
        await _open.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var listener = new MqttOfficialListener(this, channel, options, handler);
        await _open.OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _open.DisposeAsync();

    internal SupervisedLink<MqttOfficialSession> CreateLink(MqttOfficialRole role, Action<Exception> lost, TimeSpan? closeTimeout = null)
    {
        var linkOptions = Options.CreateLinkOptions();
        if (closeTimeout is { } patience) linkOptions = linkOptions with { CloseTimeout = patience };
        return new SupervisedLink<MqttOfficialSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttOfficialSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await MqttOfficialSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            _knowledge.Greeted(session.MaxPacketBytes);
            return session;
        }
    }

    internal void Forget(IAsyncDisposable closed) => _open.Forget(closed);
}
