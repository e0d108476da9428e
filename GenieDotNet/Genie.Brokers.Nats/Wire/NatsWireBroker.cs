using System.Collections.Concurrent;
using Genie.Brokers.Links;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>NATS through our own protocol code.</summary>
internal sealed class NatsWireBroker(NatsOptions options, string clientVersion) : IBroker
{
    private readonly ConcurrentDictionary<IAsyncDisposable, byte> _open = new();
    private NatsServerInfo? _info;
    private int _disposed;

    public NatsOptions Options => options;

    /// <inheritdoc/>
    public BrokerTraits Traits => NatsTraits.Of("wire", clientVersion, _info?.Version, _info?.MaxPayload, "");

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        NatsTraits.Check(connectionOptions);
        var connection = new NatsWireConnection(this, channel, connectionOptions);
        await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var listener = new NatsWireListener(this, channel, listenOptions, handler);
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
    internal SupervisedLink<NatsSession> CreateLink(NatsRole role, Action<Exception> lost)
    {
        var address = options.Address;
        var linkOptions = new LinkOptions
        {
            Broker = NatsDrivers.Broker,
            Host = address.Host,
            Port = address.Port,
            ConnectTimeout = options.ConnectTimeout,
            Reconnect = options.Reconnect,
        };
        return new SupervisedLink<NatsSession>(linkOptions, OpenAsync, lost);

        async ValueTask<NatsSession> OpenAsync(CancellationToken cancellationToken)
        {
            var session = await NatsSession.OpenAsync(options, linkOptions, role, clientVersion, cancellationToken).ConfigureAwait(false);
            _info = session.Info;
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
