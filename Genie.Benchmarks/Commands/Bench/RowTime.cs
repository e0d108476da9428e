using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>How long a row is measured.</summary>
/// <param name="WarmUp">Time of the same load before it counts; the most, for a warm-up that ends when the row has settled. A process's
/// first row may take <see cref="LoadHost.ColdFactor"/> times as much then.</param>
/// <param name="Duration">Time that counts.</param>
internal readonly record struct RowTime(TimeSpan WarmUp, TimeSpan Duration)
{
    /// <summary>What a row takes beyond that: joining, draining, collecting; measured over all systems.</summary>
    public static readonly TimeSpan Overhead = TimeSpan.FromSeconds(1.0);

    /// <summary>What the first row of two processes takes beyond that: starting them.</summary>
    public static readonly TimeSpan ColdOverhead = TimeSpan.FromSeconds(2.0);

    /// <summary>The measured time of a sweep's row where nothing was asked.</summary>
    public static readonly TimeSpan SweepDuration = TimeSpan.FromSeconds(1.5);

    /// <summary>The most that its warm-up takes then.</summary>
    public static readonly TimeSpan SweepWarmUp = TimeSpan.FromSeconds(1);

    // Less than six minutes, less what it takes to build, to start the slowest server and to write the report.
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(270);

    // However long it took to install the servers.
    private static readonly TimeSpan BudgetMin = TimeSpan.FromSeconds(150);

    // Of each row's time; the rest is measured.
    private const double WarmUpShare = 0.35;

    private static readonly TimeSpan WarmUpMin = TimeSpan.FromSeconds(0.8);
    private static readonly TimeSpan WarmUpMax = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan DurationMin = TimeSpan.FromSeconds(1.2);
    private static readonly TimeSpan DurationMax = TimeSpan.FromSeconds(4);

    /// <summary>What was asked for, else as much as all rows have together within six minutes.</summary>
    /// <param name="rows">Rows of one repetition.</param>
    /// <param name="processes">Of these, first rows of a process.</param>
    /// <param name="warmUp">The warm-up asked for, or null.</param>
    /// <param name="duration">The duration asked for, or null.</param>
    /// <param name="spent">What went by before the first row.</param>
    public static RowTime Fit(int rows, int processes, TimeSpan? warmUp, TimeSpan? duration, TimeSpan spent = default)
    {
        var budget = Budget - spent;
        var rest = (budget > BudgetMin ? budget : BudgetMin) - (rows * Overhead) - (processes * ColdOverhead);
        var share = rest / Math.Max(1, rows + (processes * (LoadHost.ColdFactor - 1) * WarmUpShare));
        return new RowTime(
            warmUp ?? Clamp(share * WarmUpShare, WarmUpMin, WarmUpMax),
            duration ?? Clamp(share * (1 - WarmUpShare), DurationMin, DurationMax));
    }

    private static TimeSpan Clamp(TimeSpan time, TimeSpan min, TimeSpan max)
    {
        var tenths = TimeSpan.FromMilliseconds(Math.Floor(time.TotalMilliseconds / 100) * 100);
        return tenths < min ? min : tenths > max ? max : tenths;
    }
}
