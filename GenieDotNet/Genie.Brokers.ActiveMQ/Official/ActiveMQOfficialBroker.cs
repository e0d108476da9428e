using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>ActiveMQ through the official client.</summary>
internal sealed class ActiveMQOfficialBroker(ActiveMQOptions options, string clientVersion) : DriverBroker
{
    private string _server = "";

    public ActiveMQOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => ActiveMQTraits.Of(
        ActiveMQOfficialDriver.ClientName, clientVersion, Volatile.Read(ref _server), options, "OpenWire; confirmations one at a time");

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        var connection = new ActiveMQOfficialConnection(this, ActiveMQQueue.Of(options, channel), connectionOptions);
        return await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new ActiveMQOfficialListener(this, ActiveMQQueue.Of(options, channel), listenOptions, handler);
        return await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        BrokerException? refusal = null;
        await using var link = CreateLink(1, 1, error => Volatile.Write(ref refusal, error), static _ => { }, static _ => { });
        await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        var session = await link.GetAsync(options.ConnectTimeout, cancellationToken).ConfigureAwait(false);
        try
        {
            await session.DeleteAsync(ActiveMQQueue.Of(options, channel), cancellationToken).ConfigureAwait(false);

            // The library tells some refusals to the caller, and others to the connection's listener.
            if (Volatile.Read(ref refusal) is { } told) throw told;
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
        return new SupervisedLink<NmsSession>(options.LinkTo(options.OpenWireAddress), OpenSessionAsync, lost);

        async ValueTask<NmsSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await NmsSession.OpenAsync(options, queued, prefetch, refused, prepare, cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _server, session.Server);
            return session;
        }
    }
}
