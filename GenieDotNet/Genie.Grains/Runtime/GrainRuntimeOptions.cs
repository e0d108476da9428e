namespace Genie.Grains;

/// <summary>How a runtime keeps its grains.</summary>
public sealed record GrainRuntimeOptions
{
    /// <summary>The most messages that wait for one grain. Default 1,024.</summary>
    public int MailboxCapacity { get; init; } = 1024;

    /// <summary>What becomes of a message to a full mailbox. Default: the sender waits.</summary>
    public WhenFull WhenFull { get; init; } = WhenFull.Wait;

    /// <summary>
    /// A call without a deadline of its own that has waited for its turn for so long, give or take a sweep, ends with a
    /// <see cref="GrainDeadlineException"/>; so does a sender that waits for room. Default 30 s; <see cref="Timeout.InfiniteTimeSpan"/> for never.
    /// </summary>
    public TimeSpan CallTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>A grain without messages for so long, give or take a sweep, is passivated. Default 2 minutes.</summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How often the runtime looks for idle grains. Default 10 s.</summary>
    public TimeSpan SweepInterval { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Beyond so many live grains those idle longest, as of the last sweep, are passivated at once; busy ones never are. Default 200,000.</summary>
    public int LiveGrainsMax { get; init; } = 200_000;

    /// <summary>While the managed heap is larger at a sweep, a quarter of the grains, those idle longest, is passivated. Default: no bound.</summary>
    public long HeapBytesMax { get; init; } = long.MaxValue;

    /// <summary>
    /// What is under way when the runtime is disposed of has so long to end. Then its callers get a <see cref="GrainDeadlineException"/>, and grains that have not
    /// ended are reported as crashed and left alone. Default 1 minute; <see cref="Timeout.InfiniteTimeSpan"/> for no bound.
    /// </summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Time and timers.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Called for every crash: the grain's kind and key, and what it threw. Default: nothing; callers get the error anyway.</summary>
    public Action<string, string, Exception>? Crashed { get; init; }

    /// <summary>Refuses what no runtime can work with.</summary>
    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    internal void Check()
    {
        ArgumentNullException.ThrowIfNull(Clock);
        ArgumentOutOfRangeException.ThrowIfLessThan(MailboxCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(LiveGrainsMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(HeapBytesMax, 1);
        if (!Enum.IsDefined(WhenFull)) throw new ArgumentOutOfRangeException(nameof(WhenFull), WhenFull, $"{nameof(WhenFull)} is {string.Join(" or ", Enum.GetNames<WhenFull>())}.");
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(IdleTime, TimeSpan.Zero);
        CheckTimer(SweepInterval, nameof(SweepInterval));
        if (CallTimeout != Timeout.InfiniteTimeSpan) ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(CallTimeout, TimeSpan.Zero);
        if (StopTimeout != Timeout.InfiniteTimeSpan) ArgumentOutOfRangeException.ThrowIfLessThan(StopTimeout, TimeSpan.Zero);
    }

    // What .NET's timers take.
    private static void CheckTimer(TimeSpan time, string name)
    {
        if (time <= TimeSpan.Zero || time.TotalMilliseconds > uint.MaxValue - 1) throw new ArgumentOutOfRangeException(name, time, $"{name} is more than 0 and less than 50 days.");
    }
}
