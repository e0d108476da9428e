using System.Globalization;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Soak;

/// <summary>Finds what drifts in a long row: memory and handles that only grow, latencies that wander off.</summary>
internal static class DriftFinder
{
    /// <summary>The unit by which latencies among the drifts are told from memory and handles.</summary>
    public const string LatencyUnit = "us";

    // Rarer than the usual 5 %: six series are looked at in each row.
    private const double Risk = 0.01 / 6;

    // Steady, but too little to matter, is no drift.
    private const double ChangeMin = 0.1;

    private const double SecondsPerHour = 3600;

    private static readonly Look[] Looks =
    [
        new("client memory", "MiB", point => point.Client?.RssMebibytes, Min: 8, RisingOnly: true),
        new("worker memory", "MiB", point => point.Worker?.RssMebibytes, Min: 8, RisingOnly: true),
        new("client handles", "handles", point => point.Client?.Handles, Min: 5, RisingOnly: true),
        new("worker handles", "handles", point => point.Worker?.Handles, Min: 5, RisingOnly: true),
        new("median latency", LatencyUnit, point => point.Requests > 0 ? point.P50Microseconds : null, Min: 0, RisingOnly: false),
        new("99th percentile", LatencyUnit, point => point.Requests > 0 ? point.P99Microseconds : null, Min: 0, RisingOnly: false),
    ];

    /// <summary>What drifts; empty for a row that is too short to tell.</summary>
    public static IReadOnlyList<DriftFigures> Find(IReadOnlyList<TimeLinePoint> timeLine)
    {
        if (!IsLong(timeLine)) return [];
        return [.. Looks.Select(look => Find(look, timeLine)).OfType<DriftFigures>()];
    }

    /// <summary>True if a time line is long enough, and has enough points, to tell a drift.</summary>
    public static bool CanTell(IReadOnlyList<TimeLinePoint> timeLine) => IsLong(timeLine) && Trend.CanTell(timeLine.Count);

    /// <summary>A drift in words: <c>worker memory rises by 12 MiB an hour, 31 % in all (p = 0.0004)</c>.</summary>
    public static string Describe(DriftFigures drift) => string.Create(
        CultureInfo.InvariantCulture,
        $"{drift.Measure} {(drift.PerHour > 0 ? "rises" : "falls")} by {Math.Abs(drift.PerHour):0.##} {drift.Unit} an hour, {Math.Abs(drift.Change):P0} in all (p = {drift.Probability:0.0000})");

    private static bool IsLong(IReadOnlyList<TimeLinePoint> timeLine) => timeLine.Count > 0 && timeLine[^1].Second + timeLine[^1].Seconds >= SoakRules.ShortestSeconds;

    private static DriftFigures? Find(Look look, IReadOnlyList<TimeLinePoint> timeLine)
    {
        var points = timeLine.Select(point => ((double)point.Second, Value: look.Of(point))).Where(point => point.Value is not null).Select(point => (point.Item1, point.Value!.Value)).ToArray();
        if (Trend.Find(points) is not { } trend || trend.Probability > Risk || Math.Abs(trend.Change) < ChangeMin) return null;
        if ((look.RisingOnly && trend.PerSecond < 0) || Math.Abs(trend.Change * trend.Level) < look.Min) return null;
        return new DriftFigures(look.Measure, look.Unit, trend.PerSecond * SecondsPerHour, trend.Change, trend.Probability);
    }

    private sealed record Look(string Measure, string Unit, Func<TimeLinePoint, double?> Of, double Min, bool RisingOnly);
}
