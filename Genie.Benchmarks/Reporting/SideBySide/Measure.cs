using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>A figure of a row that is compared.</summary>
/// <param name="Name">As on the command line.</param>
/// <param name="HigherIsBetter">True for throughput.</param>
/// <param name="Of">Reads it from a row; 0 where it was not measured.</param>
internal sealed record Measure(string Name, bool HigherIsBetter, Func<RunRow, double> Of)
{
    /// <summary>All that can be compared; the first three are by default.</summary>
    public static IReadOnlyList<Measure> All { get; } =
    [
        new("throughput", true, row => row.ThroughputPerSecond),
        new("p50", false, row => row.LatencyMicroseconds.P50),
        new("p99", false, row => row.LatencyMicroseconds.P99),
        new("mean", false, row => row.LatencyMicroseconds.Mean),
        new("p90", false, row => row.LatencyMicroseconds.P90),
        new("p99.9", false, row => row.LatencyMicroseconds.P999),
    ];

    /// <summary>The names of those compared by default.</summary>
    public static string Default { get; } = string.Join(',', All.Take(3).Select(measure => measure.Name));
}
