using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>One key's timer, in memory.</summary>
/// <param name="stream">The key's stream in the store.</param>
/// <param name="timer">What was recorded of it.</param>
/// <param name="idleTimeout">How long the key must have been idle; null: there is no such definition any more.</param>
internal sealed class TimerEntry(string stream, TimerSet timer, TimeSpan? idleTimeout)
{
    public string Stream { get; } = stream;

    public TimerSet Timer { get; } = timer;

    public TimeSpan IdleTimeout => idleTimeout ?? Timeout.InfiniteTimeSpan;

    /// <summary>When the key's last input was recorded.</summary>
    public long ArrivedTicks { get; set; }

    /// <summary>That input's version.</summary>
    public long Version { get; set; }

    /// <summary>Event time of what is due next, as far as it is known: the recorded one after an input, a later one after the key was asked.</summary>
    public long DueTicks { get; set; } = DueTicksOf(timer);

    /// <summary>Time of the clock of what is due next though the key is not idle, as far as it is known, as <see cref="DueTicks"/> is.</summary>
    public long ClockTicks { get; set; } = ClockTicksOf(timer);

    /// <summary>After a failure: not before.</summary>
    public long NotBeforeTicks { get; set; }

    /// <summary>True while it is read from a page, or its key is asked what is due: it is in no queue then.</summary>
    public bool IsTaken { get; set; }

    /// <summary>By what is recorded: when the key became idle or, if that is later, when something is due. The timer fires the idle timeout after it, or later.</summary>
    public long RecordedTicks => Math.Max(ArrivedTicks, Timer.DueTicks);

    /// <summary>Where it stands in the queue.</summary>
    public long QueuedTicks { get; set; } = long.MaxValue;

    /// <summary>What is saved of it.</summary>
    public SavedTimer ToMessage() => new() { Stream = Stream, Timer = Timer, ArrivedTicks = ArrivedTicks, Version = Version };

    /// <summary>When the timer fires, by the clock: when a source is idle or the key is.</summary>
    public long FireTicks => idleTimeout is null ? long.MaxValue : Math.Max(Math.Min(IdleTicks, ClockTicks), NotBeforeTicks);

    // When the key has been idle for so long, and the clock has passed what is due by as much.
    private long IdleTicks
    {
        get
        {
            if (idleTimeout is not { } idle || idle == Timeout.InfiniteTimeSpan) return long.MaxValue;
            var from = Math.Max(ArrivedTicks, DueTicks);
            return from >= long.MaxValue - idle.Ticks ? long.MaxValue : from + idle.Ticks;
        }
    }

    /// <summary>As what it fires at a time of the clock.</summary>
    public TimerInstant InstantAt(DateTimeOffset now) => IdleTicks <= now.UtcTicks ? new TimerInstant(now - IdleTimeout, Version, now) : new TimerInstant(default, 0, now);

    /// <summary>Takes on what is recorded, after an input.</summary>
    public void Reset() => (DueTicks, ClockTicks) = (DueTicksOf(Timer), ClockTicksOf(Timer));

    private static long DueTicksOf(TimerSet timer) => timer.DueTicks == 0 ? long.MaxValue : timer.DueTicks;

    private static long ClockTicksOf(TimerSet timer) => timer.ClockTicks == 0 ? long.MaxValue : timer.ClockTicks;
}
