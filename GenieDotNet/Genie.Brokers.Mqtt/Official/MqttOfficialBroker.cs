using System.Collections.Concurrent;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTT 5 through MQTTnet. Reconnecting is ours, for the library has none.</summary>
internal sealed class MqttOfficialBroker : IBroker
{
    private readonly string _clientVersion;
    private readonly ConcurrentDictionary<IAsyncDisposable, byte> _open = new();
    private readonly MqttServerKnowledge _knowledge;
    private int _disposed;

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
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var connection = new MqttOfficialConnection(this, channel, options);
        await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var listener = new MqttOfficialListener(this, channel, options, handler);
        await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _disposed, 1);
        foreach (var open in _open.Keys) await open.DisposeAsync().ConfigureAwait(false);
    }

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

    internal void Forget(IAsyncDisposable closed) => _open.TryRemove(closed, out _);

    private async ValueTask OpenAsync(IAsyncDisposable opened, ValueTask opening)
    {
        try
        {
            await opening.ConfigureAwait(false);
            _open[opened] = 0;
            ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        }
        catch
        {
            await opened.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
