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
        while (NextDue(until) is { } timer)
        {
            Volatile.Write(ref _ticks, Math.Max(_ticks, timer.DueTicks));
            timer.Fire();
        }

        Volatile.Write(ref _ticks, until);
    }

    private ManualTimer? NextDue(long until)
    {
        lock (_lock) return _timers.Where(timer => timer.DueTicks <= until).MinBy(timer => timer.DueTicks);
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
