using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Redis.Official;

/// <summary>Sends to one stream over a link that is restored when lost.</summary>
internal sealed class RedisConnection : LinkedConnection<RedisSendingSession>
{
    private readonly RedisEndpoint _endpoint;

    public RedisConnection(RedisEndpoint endpoint, string channel, ConnectionOptions options)
        : base(RedisDrivers.Broker, options)
    {
        _endpoint = endpoint;
        Link = new SupervisedLink<RedisSendingSession>(
            endpoint.Link, token => RedisSendingSession.OpenAsync(endpoint, channel, options.RequestTimeout, OnAnswer, token), OnLost);
    }

    protected override SupervisedLink<RedisSendingSession> Link { get; }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        _endpoint.Limit.TooLarge(message.Length) is { } tooLarge ? ValueTask.FromException(tooLarge) : SendConfirmedAsync(message, cancellationToken);

    protected override ValueTask FlushAsync(RedisSendingSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    protected override async ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (_endpoint.Limit.TooLarge(message.Length) is { } tooLarge) throw tooLarge;
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        _ = WatchPostAsync(session, session.PostAsync(message.ToArray(), correlation), correlation);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);

        // A copy: the caller may give up and take the buffer back before the library has written it.
        _ = ConfirmAsync(session, session.SendAsync(message.ToArray()), correlation);
    }

    private async Task ConfirmAsync(RedisSendingSession session, Task adding, Correlation correlation)
    {
        try
        {
            await adding.ConfigureAwait(false);
            Confirm(correlation);
        }
        catch (Exception error)
        {
            Confirm(correlation, session.Translate(error));
        }
    }

    private async Task WatchPostAsync(RedisSendingSession session, Task adding, Correlation correlation)
    {
        try
        {
            await adding.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Fail(correlation, session.Translate(error));
        }
    }

    private void OnAnswer(ReadOnlyMemory<byte> frame)
    {
        if (AnswerFrame.TryRead(frame.Span, out var correlation, out var envelope)) Complete(correlation, envelope);
    }
}
