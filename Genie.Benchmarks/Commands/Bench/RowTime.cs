namespace Genie.Benchmarks.Commands.Bench;

/// <summary>How long a row is measured.</summary>
/// <param name="WarmUp">Time of the same load before it counts.</param>
/// <param name="Duration">Time that counts.</param>
internal readonly record struct RowTime(TimeSpan WarmUp, TimeSpan Duration)
{
    /// <summary>What a row takes beyond that: starting two processes, joining, draining, collecting; measured over all systems.</summary>
    public static readonly TimeSpan Overhead = TimeSpan.FromSeconds(3.2);

    // Five minutes less what it takes to start the slowest server and to write the report.
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(225);

    private static readonly TimeSpan WarmUpMin = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan WarmUpMax = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan DurationMin = TimeSpan.FromSeconds(1.2);
    private static readonly TimeSpan DurationMax = TimeSpan.FromSeconds(4);

    /// <summary>What was asked for, else as much as all rows have together within five minutes.</summary>
    /// <param name="rows">Rows of one repetition.</param>
    /// <param name="warmUp">The warm-up asked for, or null.</param>
    /// <param name="duration">The duration asked for, or null.</param>
    public static RowTime Fit(int rows, TimeSpan? warmUp, TimeSpan? duration)
    {
        var share = (Budget / Math.Max(1, rows)) - Overhead;
        return new RowTime(
            warmUp ?? Clamp(share * 0.27, WarmUpMin, WarmUpMax),
            duration ?? Clamp(share * 0.73, DurationMin, DurationMax));
    }

    private static TimeSpan Clamp(TimeSpan time, TimeSpan min, TimeSpan max)
    {
        var tenths = TimeSpan.FromMilliseconds(Math.Floor(time.TotalMilliseconds / 100) * 100);
        return tenths < min ? min : tenths > max ? max : tenths;
    }
}
