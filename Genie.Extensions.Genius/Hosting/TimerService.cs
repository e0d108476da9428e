using Genie.EventStore;
using Genie.Extensions.Genius.Streams.Timers;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Fires the timers of keys whose events have ceased, as long as the host runs. It knows them from the store, so those of other processes and of those that
/// were killed too. A timer that fires twice has one effect: the key's state decides what is due.
/// </summary>
internal sealed class TimerService(IEventStore store, GeniusProcessor processor, GeniusOptions options, ILogger logger, IGeniusLeadership? leadership = null) : RestartingService(options.Grains.Clock, logger, leadership)
{
    private const int AtOnceMax = 64;
    private const int SaveEvery = 20_000;
    private static readonly TimeSpan RetryPause = TimeSpan.FromSeconds(5);

    private readonly ILogger _logger = logger;
    private readonly TimeProvider _clock = options.Grains.Clock;

    /// <inheritdoc/>
    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        var index = new TimerIndex(processor.IdleTimeoutOf, _clock, options.TimersMax);
        var stored = new StoredTimers(store, index);
        await stored.LoadAsync(cancellationToken).ConfigureAwait(false);
        var saved = index.Position;
        await foreach (var each in store.ReadAllAsync(index.Position, cancellationToken).ConfigureAwait(false)) await TakeAsync(index, stored, each, cancellationToken).ConfigureAwait(false);
        if (index.Position - saved >= SaveEvery)
        {
            await stored.SaveAsync(cancellationToken).ConfigureAwait(false);
            saved = index.Position;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task[] loops = [FollowAsync(index, stored, stop.Token), FireAsync(index, stored, stop.Token)];
        try
        {
            await (await Task.WhenAny(loops).ConfigureAwait(false)).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            foreach (var each in loops) await each.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (cancellationToken.IsCancellationRequested && index.Position > saved) await SaveLastAsync(stored).ConfigureAwait(false);
        }
    }

    private static async Task SaveLastAsync(StoredTimers stored)
    {
        try
        {
            await stored.SaveAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (VersionConflictException)
        {
            // Another process fires timers by now, and saves them.
        }
    }

    private async ValueTask TakeAsync(TimerIndex index, StoredTimers stored, RecordedEvent recorded, CancellationToken cancellationToken)
    {
        index.Apply(recorded);
        await stored.SpillAsync(_clock.GetUtcNow(), cancellationToken).ConfigureAwait(false);
    }

    private async Task FollowAsync(TimerIndex index, StoredTimers stored, CancellationToken cancellationToken)
    {
        var since = 0;
        await foreach (var each in store.SubscribeAsync(index.Position, cancellationToken).ConfigureAwait(false))
        {
            await TakeAsync(index, stored, each, cancellationToken).ConfigureAwait(false);

            // A save costs as much as there are timers: it waits until as many events have come.
            if (++since < SaveEvery || since < index.Count) continue;
            since = 0;
            await stored.SaveAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task FireAsync(TimerIndex index, StoredTimers stored, CancellationToken cancellationToken)
    {
        while (true)
        {
            await index.WaitAsync(cancellationToken).ConfigureAwait(false);

            // A key whose input is recorded but not taken in yet is not idle.
            await ReachAsync(index, await store.GetPositionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            var now = _clock.GetUtcNow();
            if (index.TakeDuePage(now.UtcTicks) is { } page) await stored.LoadAsync(page, cancellationToken).ConfigureAwait(false);
            await Task.WhenAll(index.TakeDue(now.UtcTicks, AtOnceMax).Select(entry => FireAsync(index, entry, now, cancellationToken))).ConfigureAwait(false);
        }
    }

    private async Task ReachAsync(TimerIndex index, long end, CancellationToken cancellationToken)
    {
        while (index.Position is var position && position < end)
        {
            if (!await store.IsAwaitedAsync(index.ReachAsync(end, cancellationToken), position, end, cancellationToken).ConfigureAwait(false)) return;
        }
    }

    private async Task FireAsync(TimerIndex index, TimerEntry entry, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var fate = processor.FateOf(entry.Timer);
        if (fate == TimerFate.Off) index.Done(entry, null, entry.Version);
        if (fate == TimerFate.Waits) index.Failed(entry, (now + RetryPause).UtcTicks);
        if (fate != TimerFate.Fires) return;
        try
        {
            var answer = await processor.FireAsync(entry.Timer, entry.InstantAt(now), cancellationToken).ConfigureAwait(false);
            index.Done(entry, answer.NextDueTicks, answer.Version, answer.NextClockTicks);
        }
        catch (Exception error) when (!cancellationToken.IsCancellationRequested)
        {
            _logger.LogError(error, "The timer of '{Stream}' failed; it is tried again in {Pause}.", entry.Stream, RetryPause);
            index.Failed(entry, (now + RetryPause).UtcTicks);
        }
    }
}
