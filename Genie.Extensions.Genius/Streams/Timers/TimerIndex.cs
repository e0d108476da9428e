using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Journal;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>
/// The timers that are set, by the time at which they fire; follows the store's events. Those that are too many for memory are on pages in the store
/// (<see cref="StoredTimers"/>). Safe for concurrent callers.
/// </summary>
internal sealed class TimerIndex
{
    private static readonly TimeSpan WaitMax = TimeSpan.FromDays(1);

    // Clocks are corrected by less all the time; a timer that is late by that is not worth going over all of them.
    private static readonly TimeSpan SetBackMin = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly Dictionary<string, TimerEntry> _entries = new(StringComparer.Ordinal);
    private readonly TimerQueue _queue;
    private readonly TimerPages _pages;
    private readonly Func<TimerKind, string, TimeSpan?> _idleTimeoutOf;
    private readonly TimeProvider _clock;
    private readonly int _timersMax;
    private long _latestTicks;
    private int _fullAt;
    private TaskCompletionSource _earlier = NewSignal();
    private (long Position, TaskCompletionSource Signal)? _reached;

    /// <summary>An empty one.</summary>
    /// <param name="idleTimeoutOf">A definition's idle timeout, by kind and name; null: there is no such definition.</param>
    /// <param name="clock">The clock by which keys are idle: nothing arrives later than it says.</param>
    /// <param name="timersMax">Timers in memory; those that are due soon may be more.</param>
    public TimerIndex(Func<TimerKind, string, TimeSpan?> idleTimeoutOf, TimeProvider clock, int timersMax = int.MaxValue)
    {
        (_idleTimeoutOf, _clock, _timersMax, _fullAt) = (idleTimeoutOf, clock, timersMax, timersMax);
        (_queue, _pages) = (new TimerQueue(_entries), new TimerPages(idleTimeoutOf));
    }

    /// <summary>The last event that it contains.</summary>
    public long Position { get; private set; }

    /// <summary>Timers in memory.</summary>
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
            lock (_lock)
            {
                SettleClock();
                return FirstTicks;
            }
        }
    }

    /// <summary>True if memory holds more timers than it may.</summary>
    public bool IsFull
    {
        get
        {
            lock (_lock) return _entries.Count > _fullAt;
        }
    }

    /// <summary>The number of the page that is written next.</summary>
    public long NextPage
    {
        get
        {
            lock (_lock) return _pages.Next;
        }
    }

    private long FirstTicks => Math.Min(_queue.FirstTicks, _pages.FirstTicks);

    /// <summary>Takes an event of the store in.</summary>
    public void Apply(RecordedEvent recorded)
    {
        lock (_lock)
        {
            SettleClock();
            if (recorded.Type == TimerEvents.EventType) Set(recorded.Stream, TimerEvents.Read(recorded), recorded.RecordedAt.UtcTicks, recorded.Version);
            else if (recorded.Type == JournalEntry.EventType && _entries.TryGetValue(recorded.Stream, out var entry)) Arrive(entry, recorded);
            Reach(recorded.Position);
        }
    }

    /// <summary>Takes on what was saved.</summary>
    public void Load(long position, IEnumerable<SavedTimer> timers, IEnumerable<TimerPage> pages, long nextPage)
    {
        lock (_lock)
        {
            SettleClock();
            foreach (var each in timers) Set(each.Stream, each.Timer, each.ArrivedTicks, each.Version);
            foreach (var each in pages) _pages.Add(each);
            _pages.Next = nextPage;
            Reach(position);
        }
    }

    /// <summary>What is to be saved.</summary>
    public TimerSave Save()
    {
        lock (_lock) return new TimerSave(Position, [.. _entries.Values.Select(static each => each.ToMessage())], _pages.Needed, _pages.Next, _pages.Loaded);
    }

    /// <summary>What memory holds too much of: of the timers that do not fire soon, which those by the clock do, those that fire last, so that half of what it may hold is left.</summary>
    public IReadOnlyList<TimerEntry> TakeFar(long nowTicks)
    {
        lock (_lock)
        {
            List<TimerEntry> far =
            [
                .. _entries.Values.Where(each => !each.IsTaken && each.Timer.ClockTicks == 0 && (each.Timer.DueTicks > nowTicks || each.IdleTimeout == Timeout.InfiniteTimeSpan)).OrderByDescending(static each => each.RecordedTicks).Take(_entries.Count - (_timersMax / 2)),
            ];

            // Where they are few, it is not tried again with every event.
            _fullAt = Math.Max(_timersMax, _entries.Count - far.Count + (_timersMax / 4));
            return far;
        }
    }

    /// <summary>Timers are on a page: they leave memory, but for those that changed meanwhile.</summary>
    public void Spill(IEnumerable<TimerEntry> timers, TimerPage page)
    {
        lock (_lock)
        {
            foreach (var each in timers)
            {
                if (each.IsTaken || each.Timer.DueTicks == 0 || !_entries.TryGetValue(each.Stream, out var known) || known != each) continue;
                _entries.Remove(each.Stream);
            }

            _pages.Add(page);
            _pages.Next = page.Number + 1;
        }
    }

    /// <summary>A page whose first timer may fire, if none in memory does: to be loaded.</summary>
    public TimerPage? TakeDuePage(long nowTicks)
    {
        lock (_lock)
        {
            SettleClock();
            return _queue.FirstTicks <= nowTicks ? null : _pages.BeginLoad(nowTicks);
        }
    }

    /// <summary>Timers of a page come back. They fire when <see cref="EndLoad(TimerEntry, long, long)"/> says what became of their keys since.</summary>
    public IReadOnlyList<TimerEntry> BeginLoad(IEnumerable<SavedTimer> timers)
    {
        var loading = new List<TimerEntry>();
        lock (_lock)
        {
            SettleClock();
            foreach (var each in timers)
            {
                // One that was set since is known better.
                if (_entries.ContainsKey(each.Stream)) continue;
                var entry = Create(each.Stream, each.Timer, each.ArrivedTicks, each.Version);
                entry.IsTaken = true;
                _entries.Add(each.Stream, entry);
                loading.Add(entry);
            }
        }

        return loading;
    }

    /// <summary>A page's timer fires from now on.</summary>
    /// <param name="entry">The timer.</param>
    /// <param name="version">The last version of the key's stream.</param>
    /// <param name="arrivedTicks">When that was recorded; 0: not known.</param>
    public void EndLoad(TimerEntry entry, long version, long arrivedTicks)
    {
        lock (_lock)
        {
            SettleClock();
            if (version > entry.Version) (entry.Version, entry.ArrivedTicks) = (version, Math.Max(Passed(arrivedTicks), entry.ArrivedTicks));
            entry.IsTaken = false;
            Enqueue(entry);
        }
    }

    /// <summary>All timers of a page are in memory.</summary>
    public void EndLoad(TimerPage page)
    {
        lock (_lock) _pages.EndLoad(page);
    }

    /// <summary>A page is not in the store any more.</summary>
    public void Remove(TimerPage page)
    {
        lock (_lock) _pages.Remove(page);
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
    public async Task WaitAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            Task earlier;
            TimeSpan wait;
            lock (_lock)
            {
                SettleClock();
                earlier = _earlier.Task;
                wait = FirstTicks is < long.MaxValue and var ticks ? TimeSpan.FromTicks(Math.Max(0, ticks - _clock.GetUtcNow().UtcTicks)) : WaitMax;
            }

            if (wait == TimeSpan.Zero) return;
            using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);

            // A delay is cut to milliseconds; it must not end before the timer is due.
            var delay = Task.Delay(wait < WaitMax ? wait + TimeSpan.FromMilliseconds(1) : WaitMax, _clock, either.Token);
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
            while (due.Count < max && _queue.Take(nowTicks) is { } entry)
            {
                entry.IsTaken = true;
                due.Add(entry);
            }
        }

        return due;
    }

    /// <summary>Queues a timer again that was taken.</summary>
    /// <param name="entry">The timer.</param>
    /// <param name="nextDueTicks">What the key says is due next; null: nothing, until it sets a timer anew.</param>
    /// <param name="version">As of this version of the key's stream; an input that came later may have made something due earlier.</param>
    /// <param name="nextClockTicks">What it says is due next by the clock; null: nothing.</param>
    public void Done(TimerEntry entry, long? nextDueTicks, long version, long? nextClockTicks = null)
    {
        lock (_lock)
        {
            entry.IsTaken = false;
            if (version >= entry.Version) (entry.DueTicks, entry.ClockTicks) = (nextDueTicks ?? long.MaxValue, nextClockTicks ?? long.MaxValue);
            entry.NotBeforeTicks = 0;
            if (version >= entry.Version && nextDueTicks is null && nextClockTicks is null) Forget(entry);
            else Enqueue(entry);
        }
    }

    /// <summary>Queues a timer again whose key could not be asked.</summary>
    public void Failed(TimerEntry entry, long retryTicks)
    {
        lock (_lock)
        {
            entry.IsTaken = false;
            entry.NotBeforeTicks = retryTicks;
            Enqueue(entry);
        }
    }

    // What was recorded by a clock that ran ahead and was set back arrived just now, or its key would be mute until then.
    private long Passed(long recordedTicks) => Math.Min(recordedTicks, _latestTicks);

    /// <summary>Reads the clock. If it was set back, no key has been idle since a time to come, and no timer waits for one after a failure.</summary>
    private void SettleClock()
    {
        var now = _clock.GetUtcNow().UtcTicks;
        var isSetBack = now < _latestTicks - SetBackMin.Ticks;
        _latestTicks = isSetBack ? now : Math.Max(now, _latestTicks);
        if (!isSetBack) return;
        _pages.Hasten(now);
        foreach (var each in _entries.Values)
        {
            Arrive(each, each.ArrivedTicks);
            each.NotBeforeTicks = Passed(each.NotBeforeTicks);
            if (!each.IsTaken) Enqueue(each);
        }
    }

    private void Arrive(TimerEntry entry, RecordedEvent recorded)
    {
        entry.Version = recorded.Version;
        entry.Reset();
        Arrive(entry, recorded.RecordedAt.UtcTicks);
        Enqueue(entry);
    }

    private void Arrive(TimerEntry entry, long recordedTicks)
    {
        entry.ArrivedTicks = Passed(recordedTicks);

        // What is due by a clock that ran ahead is long due by that clock only: the key is asked now, and settles it.
        if (recordedTicks > _latestTicks + SetBackMin.Ticks && entry.ClockTicks < long.MaxValue) entry.ClockTicks = Math.Min(entry.ClockTicks, _latestTicks);
    }

    private void Set(string stream, TimerSet timer, long recordedTicks, long version)
    {
        _entries.Remove(stream);
        if (timer.DueTicks == 0 && timer.ClockTicks == 0) return;
        var entry = Create(stream, timer, recordedTicks, version);
        _entries.Add(stream, entry);
        Enqueue(entry);
    }

    private TimerEntry Create(string stream, TimerSet timer, long recordedTicks, long version)
    {
        var entry = new TimerEntry(stream, timer, _idleTimeoutOf(timer.Kind, timer.Name)) { Version = version };
        Arrive(entry, recordedTicks);
        return entry;
    }

    private void Forget(TimerEntry entry)
    {
        if (_entries.TryGetValue(entry.Stream, out var known) && known == entry) _entries.Remove(entry.Stream);
    }

    private void Enqueue(TimerEntry entry)
    {
        if (!_queue.Enqueue(entry)) return;
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
