using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Sweeps;

/// <summary>One rate of a curve.</summary>
/// <param name="RateAsked">Requests a second at intended times.</param>
/// <param name="Rows">The repetitions that may be believed and compared; none where that is so of no one.</param>
/// <param name="Breach">Why the rate saturates the system; null if it does not.</param>
internal sealed record SweepPoint(double RateAsked, IReadOnlyList<RunRow> Rows, string? Breach)
{
    /// <summary>Requests answered a second.</summary>
    public MedianInterval Throughput => Of(row => row.ThroughputPerSecond);

    /// <summary>Their median latency, in microseconds from the intended times.</summary>
    public MedianInterval P50 => Of(row => row.LatencyMicroseconds.P50);

    /// <summary>Their 99th percentile.</summary>
    public MedianInterval P99 => Of(row => row.LatencyMicroseconds.P99);

    /// <summary>What speaks against the rate in more than half of its repetitions, or null.</summary>
    public static string? FindBreach(IReadOnlyCollection<RunRow> rows)
    {
        var breaches = rows.Select(RateBreach.Find).OfType<string>().ToArray();
        return 2 * breaches.Length > rows.Count ? breaches[0] : null;
    }

    private MedianInterval Of(Func<RunRow, double> value) => MedianInterval.Of(Rows.Select(value));
}
