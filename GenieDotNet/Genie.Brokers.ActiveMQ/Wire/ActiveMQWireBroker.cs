using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>ActiveMQ through our own protocol code: STOMP 1.2.</summary>
internal sealed class ActiveMQWireBroker(ActiveMQOptions options, string clientVersion) : DriverBroker
{
    private string _server = "";

    public ActiveMQOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => ActiveMQTraits.Of(ActiveMQWireDriver.ClientName, clientVersion, Volatile.Read(ref _server), options, "STOMP 1.2");

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        var connection = new ActiveMQWireConnection(this, ActiveMQQueue.Of(options, channel), connectionOptions);
        return await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new ActiveMQWireListener(this, ActiveMQQueue.Of(options, channel), listenOptions, handler);
        return await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>Takes what the queue holds and leaves: STOMP cannot delete a queue, but both servers remove an empty one that
    /// they made themselves and that nobody uses.</summary>
    /// <exception cref="ChannelInUseException">A listener runs on the channel.</exception>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        var drain = new QueueDrain(ActiveMQQueue.Of(options, channel));
        await using var link = CreateLink(drain, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        var session = await link.GetAsync(options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        await drain.RunAsync(session, options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
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
}
