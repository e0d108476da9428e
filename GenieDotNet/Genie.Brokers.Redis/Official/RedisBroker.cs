using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Redis.Official;

/// <summary>
/// Redis Streams through StackExchange.Redis: a stream a channel, read by one consumer group; answers come by pub/sub
/// (Redis documentation, "Redis Streams" and "Redis Pub/sub").
/// </summary>
public sealed class RedisBroker : DriverBroker
{
    private readonly RedisEndpoint _endpoint;

    /// <summary>Creates a broker. Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL's scheme is unknown, its path is no database's number, or a TLS file cannot be read.</exception>
    public RedisBroker(RedisOptions options) => _endpoint = new RedisEndpoint(options);

    /// <inheritdoc/>
    public override BrokerTraits Traits => new()
    {
        Broker = RedisDrivers.Broker,
        Client = "official",
        ClientVersion = RedisDriver.LibraryVersion,
        Server = _endpoint.Server,
        Confirmations = _endpoint.Confirmations,
        MaxPayloadBytes = _endpoint.Limit.BytesMax,
        OrderedPerSender = true,
        CanRedeliver = true,
        RedeliversFailures = true,
        HoldsWithoutListener = true,
        Remarks = _endpoint.Remarks,
    };

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = new RedisConnection(_endpoint, channel, options, Forget);
        return await OpenAsync(connection, connection.OpenAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        // The name stays when a link is lost: so the next session finds what the one before was given.
        var consumer = $"{Environment.MachineName}-{Environment.ProcessId}-{Guid.NewGuid():n}";
        var before = Task.CompletedTask;
        var listener = new SupervisedListener<ListeningSession>(_endpoint.Link, options, OpenSessionAsync, Forget);
        return await OpenAsync(listener, listener.OpenAsync(cancellationToken)).ConfigureAwait(false);

        async ValueTask<ListeningSession> OpenSessionAsync(CancellationToken token)
        {
            var session = await ListeningSession.OpenAsync(_endpoint, channel, consumer, options, handler, before, token).ConfigureAwait(false);
            before = session.HandlersEnded;
            return session;
        }
    }

    /// <inheritdoc/>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        try
        {
            await using var link = await _endpoint.ConnectAsync("delete", _endpoint.Options.ConnectTimeout, LinkUse.Commands, cancellationToken).ConfigureAwait(false);
            await link.GetDatabase().KeyDeleteAsync(_endpoint.KeyOf(channel)).WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw RedisErrors.Translate(_endpoint, error);
        }
    }
}
