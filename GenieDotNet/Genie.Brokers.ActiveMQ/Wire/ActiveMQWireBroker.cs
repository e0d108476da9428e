using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>ActiveMQ through our own protocol code: STOMP 1.2.</summary>
internal sealed class ActiveMQWireBroker(ActiveMQOptions options, string clientVersion) : IBroker
{
    private readonly OpenResources _open = new();
    private string _server = "";
    private int _disposed;

    public ActiveMQOptions Options => options;

    /// <inheritdoc/>
    public BrokerTraits Traits => ActiveMQTraits.Of(ActiveMQWireDriver.ClientName, clientVersion, Volatile.Read(ref _server), options, "STOMP 1.2");

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        ActiveMQTraits.Check(connectionOptions);
        var connection = new ActiveMQWireConnection(this, ActiveMQQueue.Of(options, channel), connectionOptions);
        return await _open.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var listener = new ActiveMQWireListener(this, ActiveMQQueue.Of(options, channel), listenOptions, handler);
        return await _open.OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>Takes what the queue holds and leaves: STOMP cannot delete a queue, but both servers remove an empty one that
    /// they made themselves and that nobody uses.</summary>
    /// <exception cref="BrokerException">A listener runs on the channel.</exception>
    public async ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);
        var drain = new QueueDrain(ActiveMQQueue.Of(options, channel));
        await using var link = CreateLink(drain, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        var session = await link.GetAsync(options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        await drain.RunAsync(session, options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Volatile.Write(ref _disposed, 1);
        return _open.DisposeAsync();
    }

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<StompSession> CreateLink(StompRole role, Action<Exception> lost)
    {
        var linkOptions = options.LinkTo(options.Address);
        return new SupervisedLink<StompSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<StompSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await StompSession.OpenAsync(options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _server, session.Server);
            return session;
        }
    }

    internal void Forget(IAsyncDisposable closed) => _open.Forget(closed);
}
