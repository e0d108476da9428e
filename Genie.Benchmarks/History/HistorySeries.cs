using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.History;

/// <summary>One system through one client at one load on one machine, measurement after measurement.</summary>
/// <param name="Key">What all of them have in common.</param>
/// <param name="Points">The measurements with a valid row, the oldest first.</param>
internal sealed record HistorySeries(HistorySeriesKey Key, IReadOnlyList<HistoryPoint> Points)
{
    /// <summary>Sorts measurements into series, in the order in which those were first measured.</summary>
    /// <param name="results">The measurements, the oldest first.</param>
    public static IReadOnlyList<HistorySeries> Of(IEnumerable<BenchResults> results) =>
    [
        .. results.SelectMany(each => each.Runs.Where(row => row.Valid && row.Requests > 0).GroupBy(row => HistorySeriesKey.Of(each.Machine, row))
                .Select(rows => (rows.Key, Point: new HistoryPoint(each.Started, each.Source, [.. rows]))))
            .GroupBy(pair => pair.Key).Select(group => new HistorySeries(group.Key, [.. group.Select(pair => pair.Point)])),
    ];
}
