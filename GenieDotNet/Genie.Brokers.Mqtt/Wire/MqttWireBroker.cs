using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireBroker : IBroker
{
    private readonly string _clientVersion;
    private readonly OpenResources _open = new();
    private readonly MqttServerKnowledge _knowledge;

    public MqttWireBroker(MqttOptions options, string clientVersion)
    {
        options.Check();
        Options = options;
        _clientVersion = clientVersion;
        _knowledge = new MqttServerKnowledge(options);
    }

    public MqttOptions Options { get; }

    /// <inheritdoc/>
    public BrokerTraits Traits => MqttTraits.Of(Options, "wire", _clientVersion, _knowledge.Facts);

    internal long MaxPayloadBytes => Math.Min(Options.MaxPacketBytes, _knowledge.Facts.MaxPacketBytes) - MqttTraits.HeadroomBytes;

    /// <summary>At most 23 characters of letters and digits, which every server takes: MQTT 5.0 section 3.1.3.1.</summary>
    public static string NewClientId() => $"genie{Guid.NewGuid():N}"[..23];

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var connection = new MqttWireConnection(this, channel, options);
        await _open.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var listener = new MqttWireListener(this, channel, options, handler);
        await _open.OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _open.DisposeAsync();

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<MqttSession> CreateLink(MqttRole role, Action<Exception> lost, TimeSpan? closeTimeout = null)
    {
        var linkOptions = Options.CreateLinkOptions();
        if (closeTimeout is { } patience) linkOptions = linkOptions with { CloseTimeout = patience };
        return new SupervisedLink<MqttSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<MqttSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await MqttSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            _knowledge.Greeted(session.Greeting.MaxPacketBytes);
            return session;
        }
    }

    internal void Forget(IAsyncDisposable closed) => _open.Forget(closed);
}
