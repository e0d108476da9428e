using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>NATS through our own protocol code.</summary>
internal sealed class NatsWireBroker(NatsOptions options, string clientVersion) : IBroker
{
    private readonly OpenResources _resources = new();
    private NatsServerInfo? _info;

    public NatsOptions Options => options;

    /// <inheritdoc/>
    public BrokerTraits Traits => NatsTraits.Of("wire", clientVersion, _info?.Version, _info?.MaxPayload, "");

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        _resources.ThrowIfDisposed();
        NatsTraits.Check(connectionOptions);
        var connection = new NatsWireConnection(this, channel, connectionOptions);
        await _resources.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        _resources.ThrowIfDisposed();
        var listener = new NatsWireListener(this, channel, listenOptions, handler);
        await _resources.OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _resources.DisposeAsync();

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<NatsSession> CreateLink(NatsRole role, bool ownReadThread, Action<Exception> lost)
    {
        var address = options.Address;
        var linkOptions = new LinkOptions
        {
            Broker = NatsDrivers.Broker,
            Host = address.Host,
            Port = address.Port,
            ConnectTimeout = options.ConnectTimeout,
            Reconnect = options.Reconnect,
            OwnReadThread = ownReadThread,
        };
        return new SupervisedLink<NatsSession>(linkOptions, OpenAsync, lost);

        async ValueTask<NatsSession> OpenAsync(CancellationToken cancellationToken)
        {
            var session = await NatsSession.OpenAsync(options, linkOptions, role, clientVersion, cancellationToken).ConfigureAwait(false);
            _info = session.Info;
            return session;
        }
    }

    internal void Forget(IAsyncDisposable closed) => _resources.Forget(closed);
}
