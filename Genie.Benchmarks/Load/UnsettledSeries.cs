using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Marks rows whose repetitions, measured in one warm pair of processes, had not settled: the runtime still compiled, or each repetition was faster than the one before.
/// </summary>
internal static class UnsettledSeries
{
    // Of all processors' time. What is called seldom is compiled one by one, long after, and where they are busy its waiting counts as well.
    private const double CompileShareMax = 0.05;

    // By less than that a rise is no finding, whatever its order.
    private const double RiseMin = 0.10;

    // The order of five by chance: 1 of 120.
    private const int OrderedMin = 5;

    /// <summary>The rows, with a mark on all repetitions of those that had not settled.</summary>
    public static IReadOnlyList<RunRow> Mark(IReadOnlyList<RunRow> rows) => SeriesMarks.Add(rows, (_, series) =>
        series.Rows.All(row => row is { Requests: > 0, RateAsked: 0, Faults: null }) && Describe(series.Rows) is { } reason ? [new RowMark(RowMarkKinds.NotSettled, $"not settled: {reason}")] : []);

    private static string? Describe(IReadOnlyList<RunRow> repetitions)
    {
        var compiling = repetitions.Sum(row => row.ClientProcess.CompileMilliseconds + row.WorkerProcess.CompileMilliseconds) / 1e3 / repetitions.Sum(row => row.DurationSeconds) / Environment.ProcessorCount;
        if (compiling > CompileShareMax) return string.Create(CultureInfo.InvariantCulture, $"the runtime compiled for {compiling:P0} of the processors' time");
        var rise = (repetitions[^1].ThroughputPerSecond / repetitions[0].ThroughputPerSecond) - 1;
        var isOrdered = repetitions.Count >= OrderedMin && repetitions.Zip(repetitions.Skip(1)).All(pair => pair.Second.ThroughputPerSecond > pair.First.ThroughputPerSecond);
        return isOrdered && rise > RiseMin ? string.Create(CultureInfo.InvariantCulture, $"each repetition was faster than the one before, {rise:P0} in all") : null;
    }
}
