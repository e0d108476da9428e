using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>ActiveMQ through our own protocol code: STOMP 1.2.</summary>
internal sealed class ActiveMQWireBroker(ActiveMQOptions options) : ActiveMQBroker(ActiveMQWireDriver.Description, options, "STOMP 1.2")
{
    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new ActiveMQWireConnection(this, ActiveMQDestination.Of(Options, channel, connectionOptions.Delivery), connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new ActiveMQWireListener(this, ActiveMQDestination.Of(Options, channel, listenOptions.Delivery), listenOptions, handler));

    /// <summary>Takes what the queue holds and leaves: STOMP cannot delete a queue, but both servers remove an empty one that
    /// they made themselves and that nobody uses.</summary>
    /// <exception cref="ChannelInUseException">A listener runs on the channel.</exception>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        var drain = new QueueDrain(ActiveMQQueue.Of(Options, channel));
        await using var link = CreateLink(drain, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        var session = await link.GetAsync(Options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        await drain.RunAsync(session, Options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<StompSession> CreateLink(StompRole role, Action<Exception> lost)
    {
        var linkOptions = Options.LinkTo(Options.Address);
        return new SupervisedLink<StompSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<StompSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await StompSession.OpenAsync(Options, linkOptions, role, cancellationToken).ConfigureAwait(false);
            Greeted(session.Server);
            return session;
        }
    }
}
