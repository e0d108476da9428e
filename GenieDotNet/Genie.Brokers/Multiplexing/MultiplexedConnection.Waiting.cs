using Genie.Brokers.Links;

namespace Genie.Brokers.Multiplexing;

/// <content>
/// What comes while the link is down: the call awaits the next session and is then made again, since what it rests on (the largest
/// message, a refusal meanwhile, another loss) may have changed. Apart from the calls themselves, so that those that find a session
/// need no state machine. Each sends before the one that waited behind it is released.
/// </content>
public abstract partial class MultiplexedConnection
{
    /// <summary>Sends by <see cref="SendAsync"/> once <paramref name="link"/> is there.</summary>
    protected async ValueTask SendAfterAsync<TSession>(ValueTask<TSession> link, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
        where TSession : class
    {
        var session = await link.ConfigureAwait(false);
        await SessionQueue<TSession>.SendReleased(
            session, (this, message, cancellationToken), static call => call.Item1.SendAsync(call.message, call.cancellationToken)).ConfigureAwait(false);

        // What follows is the caller's code: it may block, and others wait to be released.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    /// <summary>Sends by <see cref="PostAsync"/> once <paramref name="link"/> is there.</summary>
    protected async ValueTask PostAfterAsync<TSession>(
        ValueTask<TSession> link, ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
        where TSession : class
    {
        var session = await link.ConfigureAwait(false);
        await SessionQueue<TSession>.SendReleased(
            session,
            (this, message, correlation, cancellationToken),
            static call => call.Item1.PostAsync(call.message, call.correlation, call.cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>Sends by <see cref="PublishAsync"/> once <paramref name="link"/> is there.</summary>
    protected async ValueTask PublishAfterAsync<TSession>(
        ValueTask<TSession> link, ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
        where TSession : class
    {
        var session = await link.ConfigureAwait(false);
        await SessionQueue<TSession>.SendReleased(
            session,
            (this, message, correlation, cancellationToken),
            static call => call.Item1.PublishAsync(call.message, call.correlation, call.cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>Does what must be done before a request can be sent, or a message is confirmed, within the time that its answer may take. It must heed the
    /// token: until it ends, it may read the caller's bytes.</summary>
    /// <exception cref="RequestTimeoutException">It was not done in time.</exception>
    protected async ValueTask WithinTimeoutAsync(Func<CancellationToken, ValueTask> wait, CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(Options.RequestTimeout);
        try
        {
            await wait(limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (limited.IsCancellationRequested)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new RequestTimeoutException(Broker, Options.RequestTimeout);
        }
    }
}
