using System.Collections.Concurrent;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>MQTT 5 through our own protocol code.</summary>
internal sealed class MqttWireBroker : IBroker
{
    private readonly string _clientVersion;
    private readonly ConcurrentDictionary<IAsyncDisposable, byte> _open = new();
    private readonly MqttServerKnowledge _knowledge;
    private int _disposed;

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
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var connection = new MqttWireConnection(this, channel, options);
        await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        await _knowledge.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var listener = new MqttWireListener(this, channel, options, handler);
        await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _disposed, 1);
        foreach (var open in _open.Keys) await open.DisposeAsync().ConfigureAwait(false);
    }

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
