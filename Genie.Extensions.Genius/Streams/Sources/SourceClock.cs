namespace Genie.Extensions.Genius.Streams.Sources;

/// <summary>By which clock sources become idle. The time before this process began does not count: what was sent meanwhile may be on its way still.</summary>
/// <param name="clock">The clock.</param>
/// <param name="idleTimeout">How long a source must have been idle; <see cref="Timeout.InfiniteTimeSpan"/>: none ever is.</param>
internal sealed class SourceClock(TimeProvider clock, TimeSpan idleTimeout)
{
    // Long past, and not 0, which says that nothing is due.
    private const long Settling = 1;

    private long _begunTicks = clock.GetUtcNow().UtcTicks;

    /// <summary>What it shows.</summary>
    public long NowTicks
    {
        get
        {
            var now = clock.GetUtcNow().UtcTicks;

            // It ran ahead when this process began, and was set back.
            if (now < Volatile.Read(ref _begunTicks)) Volatile.Write(ref _begunTicks, now);
            return now;
        }
    }

    /// <summary>Sources that were last heard of by then are idle at a time; 0: none is.</summary>
    public long IdleTicksAt(long nowTicks) => nowTicks - Volatile.Read(ref _begunTicks) >= idleTimeout.Ticks ? IdleTicksAtThen(nowTicks) : 0;

    /// <summary>As <see cref="IdleTicksAt"/>, when something is done again that was done in another process.</summary>
    public long IdleTicksAtThen(long thenTicks) => idleTimeout == Timeout.InfiniteTimeSpan ? 0 : Math.Max(thenTicks - idleTimeout.Ticks, 0);

    /// <summary>When a source becomes idle that was last heard of at a time; null: never. At once, if that time is to come: it was heard of while the clock ran ahead, which the next command settles.</summary>
    public long? IdleFrom(long arrivedTicks)
    {
        if (idleTimeout == Timeout.InfiniteTimeSpan) return null;
        if (arrivedTicks > NowTicks) return Settling;
        var from = Math.Max(arrivedTicks, Volatile.Read(ref _begunTicks));
        return from > DateTime.MaxValue.Ticks - idleTimeout.Ticks ? null : from + idleTimeout.Ticks;
    }
}
