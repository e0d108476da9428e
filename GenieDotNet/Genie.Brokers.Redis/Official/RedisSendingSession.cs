using Genie.Brokers.Multiplexing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>
/// A connection's session: adds to the channel's stream, and subscribes to a pub/sub channel of its own for the answers, which leave
/// nothing on the server when nobody waits for them any more.
/// </summary>
internal sealed class RedisSendingSession : RedisSession
{
    private static readonly TimeSpan SubscriberPoll = TimeSpan.FromMilliseconds(2);

    private readonly IDatabase _database;
    private readonly ISubscriber _subscriber;
    private readonly RedisKey _stream;
    private readonly byte[] _replyTo;

    private RedisSendingSession(RedisEndpoint endpoint, ConnectionMultiplexer link, string channel)
        : base(endpoint, link)
    {
        _database = link.GetDatabase();
        _subscriber = link.GetSubscriber();
        _stream = endpoint.KeyOf(channel);
        _replyTo = System.Text.Encoding.UTF8.GetBytes($"{endpoint.Options.KeyPrefix}reply.{Guid.NewGuid():n}");
    }

    /// <summary>Connects and subscribes.</summary>
    public static async ValueTask<RedisSendingSession> OpenAsync(
        RedisEndpoint endpoint, string channel, TimeSpan timeout, Action<ReadOnlyMemory<byte>> answered, CancellationToken cancellationToken)
    {
        try
        {
            var link = await endpoint.ConnectAsync("sender", timeout, LinkUse.CommandsAndSubscriptions, cancellationToken).ConfigureAwait(false);
            var session = new RedisSendingSession(endpoint, link, channel);
            try
            {
                await endpoint.CheckDurableAsync(session._database).ConfigureAwait(false);
                await session.SubscribeAsync(answered, cancellationToken).ConfigureAwait(false);
                return session;
            }
            catch
            {
                await session.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw RedisErrors.Translate(endpoint, error);
        }
    }

    /// <summary>Adds a message that wants no answer; completes when the server has it. The library keeps the bytes until then.</summary>
    public Task SendAsync(byte[] message) => _database.StreamAddAsync(_stream, StreamFields.Payload, message);

    /// <summary>Adds a request; completes when the server has it. The library keeps the bytes until then.</summary>
    public Task PostAsync(byte[] message, Correlation correlation) => _database.StreamAddAsync(
        _stream,
        [
            new NameValueEntry(StreamFields.Payload, message),
            new NameValueEntry(StreamFields.ReplyTo, _replyTo),
            new NameValueEntry(StreamFields.Correlation, unchecked((long)correlation.ToUInt64())),
        ]);

    /// <summary>Completes when the server has worked through everything sent before: it answers a link's commands in order.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _database.PingAsync().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw Translate(error);
        }
    }

    protected override ValueTask DrainAsync() => FlushAsync(CancellationToken.None);

    private async Task SubscribeAsync(Action<ReadOnlyMemory<byte>> answered, CancellationToken cancellationToken)
    {
        // The library has connected once commands can be sent; its second connection, for subscriptions, may still be on its way,
        // and nothing says when it is there.
        while (!_subscriber.IsConnected())
        {
            if (Cause is { } cause) throw cause;
            await Task.Delay(SubscriberPoll, cancellationToken).ConfigureAwait(false);
        }

        await _subscriber.SubscribeAsync(RedisChannel.Literal(_replyTo), (_, answer) => answered(answer)).ConfigureAwait(false);
    }
}
