using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Scaling;

/// <summary>Throughput over nodes of one system through one client: all valid rows that differ in nodes and repetition only.</summary>
/// <param name="Shape">What they have in common, without the nodes.</param>
/// <param name="Series">The rows, as charts name and colour them.</param>
internal sealed record ScalingCurve(LoadShape Shape, Series Series)
{
    /// <summary>The curves that have two counts of nodes or more, in the order in which they were measured.</summary>
    public static IReadOnlyList<ScalingCurve> Of(BenchResults results) =>
    [
        .. results.Runs.Where(row => row is { Nodes: > 0, Valid: true, ThroughputPerSecond: > 0, Round: 0 })
            .GroupBy(row => (Shape: LoadShape.Of(row) with { Nodes = 0 }, row.Broker, row.Client, row.Confirmation))
            .Where(rows => rows.Select(row => row.Nodes).Distinct().Count() > 1)
            .Select(rows => new ScalingCurve(rows.Key.Shape, new Series { Broker = rows.Key.Broker, Client = rows.Key.Client, Confirmation = rows.Key.Confirmation, Rows = [.. rows] })),
    ];

    /// <summary>Throughput a second for each count of nodes, rising.</summary>
    public IReadOnlyList<(int Nodes, MedianInterval PerSecond)> Points =>
        [.. Series.Rows.GroupBy(row => row.Nodes).OrderBy(rows => rows.Key).Select(rows => (rows.Key, MedianInterval.Of(rows.Select(row => row.ThroughputPerSecond))))];

    /// <summary>The law that fits them.</summary>
    public ScalingModel? Model => ScalingModel.Fit([.. Series.Rows.Select(row => (row.Nodes, row.ThroughputPerSecond))]);
}
