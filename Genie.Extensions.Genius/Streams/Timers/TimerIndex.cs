using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Journal;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>The timers that are set, by the time at which they fire; follows the store's events. Safe for concurrent callers.</summary>
/// <param name="idleTimeoutOf">A definition's idle timeout, by kind and name; null: it has none.</param>
internal sealed class TimerIndex(Func<TimerKind, string, TimeSpan?> idleTimeoutOf)
{
    private static readonly TimeSpan WaitMax = TimeSpan.FromDays(1);

    private readonly Lock _lock = new();
    private readonly Dictionary<string, TimerEntry> _entries = new(StringComparer.Ordinal);
    private readonly PriorityQueue<TimerEntry, long> _queue = new();
    private TaskCompletionSource _earlier = NewSignal();
    private (long Position, TaskCompletionSource Signal)? _reached;

    /// <summary>The last event that it contains.</summary>
    public long Position { get; private set; }

    /// <summary>Timers that are set.</summary>
    public int Count
    {
        get
        {
            lock (_lock) return _entries.Count;
        }
    }

    /// <summary>When the first timer fires, at the earliest, in ticks of the clock; <see cref="long.MaxValue"/>: none does.</summary>
    public long NextTicks
    {
        get
        {
            lock (_lock) return _queue.TryPeek(out _, out var ticks) ? ticks : long.MaxValue;
        }
    }

    /// <summary>Takes an event of the store in.</summary>
    public void Apply(RecordedEvent recorded)
    {
        lock (_lock)
        {
            if (recorded.Type == TimerEvents.EventType) Set(recorded.Stream, TimerEvents.Read(recorded), recorded.RecordedAt.UtcTicks, recorded.Version);
            else if (recorded.Type == JournalEntry.EventType && _entries.TryGetValue(recorded.Stream, out var entry)) Arrive(entry, recorded);
            Reach(recorded.Position);
        }
    }

    /// <summary>Takes on what was saved.</summary>
    public void Load(long position, IEnumerable<SavedTimer> timers)
    {
        lock (_lock)
        {
            foreach (var each in timers) Set(each.Stream, each.Timer, each.ArrivedTicks, each.Version);
            Reach(position);
        }
    }

    /// <summary>What is to be saved.</summary>
    public (long Position, IReadOnlyList<SavedTimer> Timers) Save()
    {
        lock (_lock)
            return (Position, [.. _entries.Values.Select(each => new SavedTimer { Stream = each.Stream, Timer = each.Timer, ArrivedTicks = each.ArrivedTicks, Version = each.Version })]);
    }

    /// <summary>Waits until the events up to a position were taken in.</summary>
    public Task ReachAsync(long position, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (Position >= position) return Task.CompletedTask;
            _reached = (position, NewSignal());
            return _reached.Value.Signal.Task.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Waits until a timer fires.</summary>
    public async Task WaitAsync(TimeProvider clock, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task earlier;
            TimeSpan wait;
            lock (_lock)
            {
                earlier = _earlier.Task;
                wait = _queue.TryPeek(out _, out var ticks) ? TimeSpan.FromTicks(Math.Max(0, ticks - clock.GetUtcNow().UtcTicks)) : WaitMax;
            }

            if (wait == TimeSpan.Zero) return;
            using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);

            // A delay is cut to milliseconds; it must not end before the timer is due.
            var delay = Task.Delay(wait < WaitMax ? wait + TimeSpan.FromMilliseconds(1) : WaitMax, clock, either.Token);
            await Task.WhenAny(earlier, delay).ConfigureAwait(false);
            await either.CancelAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Timers that fire now, at most so many; each is to be handed back by <see cref="Done"/>.</summary>
    public IReadOnlyList<TimerEntry> TakeDue(long nowTicks, int max)
    {
        var due = new List<TimerEntry>();
        lock (_lock)
        {
            while (due.Count < max && _queue.TryPeek(out var entry, out var ticks) && ticks <= nowTicks)
            {
                _queue.Dequeue();
                if (ticks != entry.QueuedTicks || !_entries.TryGetValue(entry.Stream, out var known) || known != entry) continue;
                entry.QueuedTicks = long.MaxValue;
                if (entry.FireTicks <= nowTicks) due.Add(entry);
                else Enqueue(entry);
            }
        }

        return due;
    }

    /// <summary>Queues a timer again that was taken.</summary>
    /// <param name="entry">The timer.</param>
    /// <param name="nextDueTicks">What the key says is due next; null: nothing.</param>
    /// <param name="version">As of this version of the key's stream; an input that came later may have made something due earlier.</param>
    public void Done(TimerEntry entry, long? nextDueTicks, long version)
    {
        lock (_lock)
        {
            if (version >= entry.Version) entry.DueTicks = nextDueTicks ?? long.MaxValue;
            entry.NotBeforeTicks = 0;
            Enqueue(entry);
        }
    }

    /// <summary>Queues a timer again whose key could not be asked.</summary>
    public void Failed(TimerEntry entry, long retryTicks)
    {
        lock (_lock)
        {
            entry.NotBeforeTicks = retryTicks;
            Enqueue(entry);
        }
    }

    private void Arrive(TimerEntry entry, RecordedEvent recorded)
    {
        (entry.ArrivedTicks, entry.Version, entry.DueTicks) = (recorded.RecordedAt.UtcTicks, recorded.Version, entry.Timer.DueTicks);
        Enqueue(entry);
    }

    private void Set(string stream, TimerSet timer, long arrivedTicks, long version)
    {
        _entries.Remove(stream);
        if (timer.DueTicks == 0) return;
        var entry = new TimerEntry(stream, timer, idleTimeoutOf(timer.Kind, timer.Name)) { ArrivedTicks = arrivedTicks, Version = version };
        _entries.Add(stream, entry);
        Enqueue(entry);
    }

    // One that fires later than it is queued for is found out when its turn comes.
    private void Enqueue(TimerEntry entry)
    {
        var ticks = entry.FireTicks;
        if (ticks >= entry.QueuedTicks) return;
        var isFirst = !_queue.TryPeek(out _, out var first) || ticks < first;
        entry.QueuedTicks = ticks;
        _queue.Enqueue(entry, ticks);
        if (!isFirst) return;
        _earlier.TrySetResult();
        _earlier = NewSignal();
    }

    private void Reach(long position)
    {
        Position = position;
        if (_reached is not { } awaited || position < awaited.Position) return;
        _reached = null;
        awaited.Signal.TrySetResult();
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
