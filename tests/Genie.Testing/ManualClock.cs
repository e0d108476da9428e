namespace Genie.Testing;

/// <summary>A clock that a test moves. Timers fire on the thread that advances it, in order of their due times.</summary>
public sealed class ManualClock : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private long _ticks;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Volatile.Read(ref _ticks);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddTicks(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        var until = GetTimestamp() + by.Ticks;
        while (Reach(until) is { } timer) timer.Fire();
    }

    /// <summary>
    /// True if a timer waits for a time, to the millisecond that delays are cut to. Whoever reads the clock and then sets a timer must not see it move
    /// in between: a test that moves it to a time that others wait for asks this first.
    /// </summary>
    public bool IsAwaited(DateTimeOffset time)
    {
        var ticks = (time - DateTimeOffset.UnixEpoch).Ticks;
        lock (_lock) return _timers.Any(timer => timer.DueTicks <= ticks && ticks < timer.DueTicks + TimeSpan.TicksPerMillisecond);
    }

    /// <summary>Goes to the next timer that is due by then, or all the way; a timer set meanwhile by another thread is set from the one time or the other.</summary>
    private ManualTimer? Reach(long until)
    {
        lock (_lock)
        {
            var next = _timers.Where(timer => timer.DueTicks <= until).MinBy(timer => timer.DueTicks);
            Volatile.Write(ref _ticks, Math.Max(_ticks, next?.DueTicks ?? until));
            return next;
        }
    }

    private sealed class ManualTimer(ManualClock clock, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period;

        public long DueTicks { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._lock)
            {
                clock._timers.Remove(this);
                _period = period;
                if (dueTime == Timeout.InfiniteTimeSpan) return true;
                DueTicks = clock.GetTimestamp() + dueTime.Ticks;
                clock._timers.Add(this);
                return true;
            }
        }

        public void Fire()
        {
            lock (clock._lock)
            {
                if (!clock._timers.Contains(this)) return;
                if (_period > TimeSpan.Zero) DueTicks += _period.Ticks;
                else clock._timers.Remove(this);
            }

            callback(state);
        }

        public void Dispose()
        {
            lock (clock._lock) clock._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
