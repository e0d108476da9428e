using System.Collections.Concurrent;
using System.Threading.Channels;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>
/// Brings events to a receiver: each at least once, tried again after failures, given up after the policy's last attempt. What was tried when, what
/// arrived and what was given up are events of the subscription's stream, so that a restart goes on where the last run ended.
/// </summary>
/// <remarks>
/// Events do not wait for each other: one that fails is overtaken. If the process dies between a receiver's answer and its record, the attempt is made
/// again with the same <see cref="DeliveryAttempt.Id"/>, by which receivers tell. One worker a subscription: the older one ends with a <see cref="VersionConflictException"/>.
/// </remarks>
public sealed class DeliveryWorker(IEventStore store, IDeliveryChannel channel, DeliveryOptions options) : IDisposable
{
    private readonly DeliveryAttempts _attempts = new(channel, options);
    private readonly SemaphoreSlim _opening = new(1, 1);
    private readonly SemaphoreSlim _room = new(options.UnsettledMax, options.UnsettledMax);
    private readonly ConcurrentDictionary<long, Task> _running = new();
    private readonly Channel<long> _requeued = Channel.CreateUnbounded<long>();
    private DeliveryLog? _log;
    private CancellationTokenSource? _stop;
    private Exception? _failure;
    private volatile string? _givenUpReason;

    /// <summary>The subscription's name.</summary>
    public string Subscription => options.Subscription;

    /// <summary>Why an event was given up, if none was delivered since, in this process: what a check of health tells. Null: the last one was delivered, or none was tried to its end yet.</summary>
    public string? GivenUpReason => _givenUpReason;

    /// <summary>
    /// Makes the subscription, on record, if it is new; <see cref="RunAsync"/> does so too. What is recorded after this call is delivered even if the process
    /// ends before the first attempt and the next one has another <see cref="DeliveryOptions.AfterPosition"/>. Several processes may call it at once.
    /// </summary>
    /// <exception cref="EventStoreException">It could not be kept.</exception>
    public Task PrepareAsync(CancellationToken cancellationToken) => DeliveryLog.BeginAsync(store, options, cancellationToken);

    /// <summary>Delivers until the token fires, and then shuts down gracefully.</summary>
    /// <exception cref="EventStoreException">The state could not be kept. Start the worker again once the store works.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var log = await OpenAsync(cancellationToken).ConfigureAwait(false);
        using var stop = _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var requeued = TakeRequeuedAsync(log, stop.Token);
        try
        {
            await TakeUpAsync(log, stop.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Asked to stop, or something failed that is reported below.
        }
        finally
        {
            _stop = null;
            await stop.CancelAsync().ConfigureAwait(false);
            await requeued.ConfigureAwait(false);
            await Task.WhenAll(_running.Values).ConfigureAwait(false);
        }

        if (_failure is { } failure)
        {
            // What was not kept is read anew at the next start.
            (_failure, _log) = (null, null);
            log.Dispose();
            throw failure;
        }

        await log.SaveAsync().ConfigureAwait(false);
    }

    /// <summary>Events that were given up, by position.</summary>
    public async Task<IReadOnlyList<DeadLetter>> ReadDeadLettersAsync(CancellationToken cancellationToken) =>
        (await OpenAsync(cancellationToken).ConfigureAwait(false)).Dead;

    /// <summary>How the subscription does.</summary>
    public async Task<DeliveryStatus> ReadStatusAsync(CancellationToken cancellationToken) =>
        (await OpenAsync(cancellationToken).ConfigureAwait(false)).Status;

    /// <summary>Tries an event again that was given up, with as many attempts as a new one has; at the next start if the worker is not running.</summary>
    /// <returns>False if there is no such dead letter.</returns>
    /// <exception cref="VersionConflictException">Another process delivers this subscription.</exception>
    public async Task<bool> RequeueAsync(long position, CancellationToken cancellationToken) => await RequeueAsync([position], cancellationToken).ConfigureAwait(false) > 0;

    /// <summary>As <see cref="RequeueAsync(long, CancellationToken)"/>, for several, on record together.</summary>
    /// <param name="positions">Positions of dead letters, others are passed over; null: all that there are. 1,000 of them at most, the first ones.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>How many there were.</returns>
    /// <exception cref="VersionConflictException">Another process delivers this subscription.</exception>
    public async Task<int> RequeueAsync(IReadOnlyCollection<long>? positions, CancellationToken cancellationToken)
    {
        var log = await OpenAsync(cancellationToken).ConfigureAwait(false);
        var requeued = await log.RequeueAsync(positions).ConfigureAwait(false);

        // Nobody waits here for room: other events may be tried for days. A worker that does not run finds them when it starts.
        if (_stop is not null) foreach (var position in requeued) _requeued.Writer.TryWrite(position);
        return requeued.Count;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _log?.Dispose();
        _attempts.Dispose();
        _opening.Dispose();
        _room.Dispose();
    }

    private async Task<DeliveryLog> OpenAsync(CancellationToken cancellationToken)
    {
        await _opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return _log ??= await DeliveryLog.OpenAsync(store, options, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _opening.Release();
        }
    }

    private async Task TakeUpAsync(DeliveryLog log, CancellationToken cancellationToken)
    {
        var floor = log.Floor;
        foreach (var position in log.Waiting.Where(position => position <= floor)) await TakeAsync(log, position, cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.SubscribeAsync(floor, cancellationToken).ConfigureAwait(false))
        {
            var isWanted = !each.Stream.StartsWith(DeliveryEvents.StreamPrefix, StringComparison.Ordinal) && options.Filter(each);
            if (log.TryOpen(each.Position, isWanted)) await StartAsync(log, each, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task TakeRequeuedAsync(DeliveryLog log, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var position in _requeued.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false))
            {
                // It may have been taken up by the start, and dealt with, meanwhile.
                if (log.RetryOf(position) is not null) await TakeAsync(log, position, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was not taken up is at the next start.
        }
        catch (Exception error)
        {
            await FailAsync(error).ConfigureAwait(false);
        }
    }

    private async Task TakeAsync(DeliveryLog log, long position, CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadAllAsync(position - 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Position != position) break;
            await StartAsync(log, each, cancellationToken).ConfigureAwait(false);
            return;
        }

        // Nothing keeps a dead letter's event from compaction.
        await log.SettleAsync(position, log.RetryOf(position)?.Attempts ?? 0, "the event is no longer in the store").ConfigureAwait(false);
    }

    private async Task StartAsync(DeliveryLog log, RecordedEvent each, CancellationToken cancellationToken)
    {
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);

        // It is on the list before it can be off it again, and once: what was requeued while the worker starts comes from two sides.
        var begun = new TaskCompletionSource<bool>();
        var watch = WatchAsync(begun.Task, log, each, cancellationToken);
        begun.SetResult(_running.TryAdd(each.Position, watch));
    }

    private async Task WatchAsync(Task<bool> begun, DeliveryLog log, RecordedEvent each, CancellationToken cancellationToken)
    {
        if (!await begun.ConfigureAwait(false))
        {
            _room.Release();
            return;
        }

        try
        {
            await DeliverAsync(log, each, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // It is taken up again at the next start.
        }
        catch (Exception error)
        {
            await FailAsync(error).ConfigureAwait(false);
        }
        finally
        {
            _room.Release();
            _running.TryRemove(each.Position, out _);
        }
    }

    // Nobody awaits what fails before the end: the worker ends now and reports why.
    private async Task FailAsync(Exception error)
    {
        Interlocked.CompareExchange(ref _failure, error, null);
        if (_stop is { } stop) await stop.CancelAsync().ConfigureAwait(false);
    }

    private async Task DeliverAsync(DeliveryLog log, RecordedEvent each, CancellationToken cancellationToken)
    {
        var retry = log.RetryOf(each.Position) ?? new DeliveryRetry(0, DateTimeOffset.MinValue, "");
        while (true)
        {
            await _attempts.WaitUntilAsync(retry.Due, cancellationToken).ConfigureAwait(false);
            var attempts = retry.Attempts + 1;
            var outcome = await _attempts.MakeAsync(new DeliveryAttempt($"{options.Subscription}_{each.Position}", each, attempts), cancellationToken).ConfigureAwait(false);
            DeliveryMetrics.Attempted(options.Subscription, outcome.Result);
            if (outcome.Result == DeliveryResult.Delivered)
            {
                await log.SettleAsync(each.Position, attempts, reason: "").ConfigureAwait(false);
                _givenUpReason = null;
                return;
            }

            if (outcome.Result == DeliveryResult.Refused || attempts >= options.Retry.AttemptsMax)
            {
                await log.SettleAsync(each.Position, attempts, outcome.Reason).ConfigureAwait(false);
                _givenUpReason = outcome.Reason;
                return;
            }

            retry = new DeliveryRetry(attempts, _attempts.NextDue(attempts, outcome.AskedDelay), outcome.Reason);
            await log.WaitAsync(each.Position, retry).ConfigureAwait(false);
        }
    }
}
