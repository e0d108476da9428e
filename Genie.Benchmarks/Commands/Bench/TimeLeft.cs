using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Estimates how long the rest takes: the times asked for, and what a row took beyond them so far.</summary>
/// <param name="jobs">All that will be measured, in order.</param>
/// <param name="clock">The time.</param>
internal sealed class TimeLeft(IReadOnlyList<LoadJob> jobs, TimeProvider clock)
{
    // Some doublings, five bisections to within a twentieth, one retry of what failed, and the confirmation.
    private const int TriesOfSearch = 16;

    private TimeSpan _overhead;
    private int _ended;
    private long? _begin;

    /// <summary>The next row begins.</summary>
    public void Begin() => _begin = clock.GetTimestamp();

    /// <summary>It has ended.</summary>
    public void End()
    {
        _overhead += RunningFor - Asked(jobs[_ended]);
        _ended++;
        _begin = null;
    }

    /// <summary>How long it will still take.</summary>
    public TimeSpan Estimate()
    {
        var overhead = _ended == 0 ? RowTime.Overhead : _overhead / _ended;
        var rest = jobs.Skip(_ended).Aggregate(TimeSpan.Zero, (sum, job) => sum + Asked(job) + overhead) - RunningFor;
        return rest > TimeSpan.Zero ? rest : TimeSpan.Zero;
    }

    /// <summary><c>2 min 05 s</c>, <c>12 s</c>.</summary>
    public static string Format(TimeSpan time)
    {
        var seconds = (int)Math.Ceiling(time.TotalSeconds);
        return seconds < 60 ? $"{seconds} s" : $"{seconds / 60} min {seconds % 60:00} s";
    }

    private TimeSpan RunningFor => _begin is { } begin ? clock.GetElapsedTime(begin) : TimeSpan.Zero;

    private static TimeSpan Asked(LoadJob job) => job.Until is null
        ? TimeSpan.FromSeconds(job.WarmUpSeconds + (job.Slices * job.DurationSeconds))
        : TriesOfSearch * (TimeSpan.FromSeconds(job.WarmUpSeconds + job.DurationSeconds) + RowTime.Overhead);
}
