namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>Makes attempts, so many at once, each in bounded time; and knows when the next one is due.</summary>
internal sealed class DeliveryAttempts(IDeliveryChannel channel, DeliveryOptions options) : IDisposable
{
    private readonly SemaphoreSlim _turns = new(options.Concurrency, options.Concurrency);

    /// <summary>Makes one attempt. What the channel throws is a failed attempt.</summary>
    public async Task<DeliveryOutcome> MakeAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
    {
        await _turns.WaitAsync(cancellationToken).ConfigureAwait(false);
        using var timeout = new CancellationTokenSource(options.AttemptTimeout, options.Clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        try
        {
            var outcome = await channel.DeliverAsync(attempt, either.Token).ConfigureAwait(false);
            return outcome.Result != DeliveryResult.Delivered && outcome.Reason.Length == 0 ? outcome with { Reason = "no reason given" } : outcome;
        }
        catch (OperationCanceledException) when (timeout.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            return DeliveryOutcome.Failed($"no answer within {options.AttemptTimeout.TotalSeconds:0.###} s");
        }
        catch (Exception error) when (!cancellationToken.IsCancellationRequested)
        {
            return DeliveryOutcome.Failed($"{error.GetType().Name}: {error.Message}");
        }
        finally
        {
            _turns.Release();
        }
    }

    /// <summary>When to try again: after the back-off, and not before the receiver asked for.</summary>
    public DateTimeOffset NextDue(int attempts, TimeSpan? askedDelay)
    {
        var delay = options.Retry.DelayAfter(attempts, options.Jitter());
        var asked = askedDelay is { } some ? TimeSpan.FromTicks(Math.Min(some.Ticks, options.Retry.AskedDelayMax.Ticks)) : TimeSpan.Zero;
        return options.Clock.GetUtcNow() + (asked > delay ? asked : delay);
    }

    /// <summary>Waits for a time; not at all if it is past, and no longer than any retry waits: what is due later was recorded by a clock that ran ahead and was set back.</summary>
    public async Task WaitUntilAsync(DateTimeOffset due, CancellationToken cancellationToken)
    {
        var (began, wait) = (options.Clock.GetTimestamp(), TimeSpan.FromTicks(Math.Min((due - options.Clock.GetUtcNow()).Ticks, Math.Max(options.Retry.MaxDelay.Ticks, options.Retry.AskedDelayMax.Ticks))));

        // A timer takes 49 days at most, and may fire early.
        while (wait - options.Clock.GetElapsedTime(began) is var left && left > TimeSpan.Zero)
            await Task.Delay(left < LongestWait ? left : LongestWait, options.Clock, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose() => _turns.Dispose();

    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(1);
}
