using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>ActiveMQ through the official client.</summary>
internal sealed class ActiveMQOfficialBroker(ActiveMQOptions options) : ActiveMQBroker(ActiveMQOfficialDriver.Description, options, "OpenWire; confirmations one at a time")
{
    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new ActiveMQOfficialConnection(this, ActiveMQDestination.Of(Options, channel, connectionOptions.Delivery), connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new ActiveMQOfficialListener(this, ActiveMQDestination.Of(Options, channel, listenOptions.Delivery), listenOptions, handler));

    /// <inheritdoc/>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        BrokerException? refusal = null;
        await using var link = CreateLink(1, 1, error => Volatile.Write(ref refusal, error), static _ => { }, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        var session = await link.GetAsync(Options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        try
        {
            await session.DeleteAsync(ActiveMQQueue.Of(Options, channel), cancellationToken).ConfigureAwait(false);

            // The library reports some refusals to the caller, and others to the connection's listener.
            if (Volatile.Read(ref refusal) is { } refused) throw refused;
        }
        catch (ChannelInUseException error)
        {
            throw new ChannelInUseException(ActiveMQDrivers.Broker, channel, error);
        }
    }

    /// <summary>A link of its own for a connection or a listener; the parameters are those of <see cref="NmsSession.OpenAsync"/>.</summary>
    internal SupervisedLink<NmsSession> CreateLink(
        int queued, int prefetch, Action<BrokerException> refused, Action<NmsSession> prepare, Action<Exception> lost)
    {
        var linkOptions = Options.LinkTo(Options.OpenWireAddress);
        return new SupervisedLink<NmsSession>(linkOptions, OpenSessionAsync, lost);

        async ValueTask<NmsSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            // Not the library's own failover: it sends again what was not confirmed, without a word.
            var session = await linkOptions.OpenOnAnyAsync(
                (to, token) => NmsSession.OpenAsync(Options, new ServerAddress(to.Host, to.Port), queued, prefetch, refused, prepare, token), cancellationToken).ConfigureAwait(false);
            Greeted(session.Server);
            return session;
        }
    }
}
