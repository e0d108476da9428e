using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

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
    public override BrokerTraits Traits =>
        RedisDriver.Description.Traits(_endpoint.Confirmations, _endpoint.Limit.BytesMax, _endpoint.Server, canRedeliver: true, _endpoint.Remarks) with
        {
            RedeliversFailures = true,
            HoldsWithoutListener = true,
        };

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new RedisConnection(_endpoint, channel, options));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        // The name stays when a link is lost: so the next session finds what the one before was given.
        var consumer = $"{Environment.MachineName}-{Environment.ProcessId}-{Guid.NewGuid():n}";
        return new(new SupervisedListener<RedisListeningSession>(
            _endpoint.Link, options, (before, token) => RedisListeningSession.OpenAsync(_endpoint, channel, consumer, options, handler, before, token)));
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
