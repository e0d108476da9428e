using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>Makes measurements of rows.</summary>
internal static class CrankMeasures
{
    /// <summary>The first part of every name.</summary>
    public const string Source = "genie";

    /// <summary>The measurements of all rows that have figures. Repetitions are one: the median of their figures, the sum of what went wrong.</summary>
    public static IReadOnlyList<CrankMeasure> Of(BenchResults results) => [.. results.Runs.Where(row => row.Requests > 0).GroupBy(Place).SelectMany(rows => Of(rows.Key, [.. rows]))];

    private static string Place(RunRow row) => $"{Source}/{row.Broker}/{row.Client}/{Mode(row, '/')}/{row.Connections}{(row.Encrypted ? "/encrypted" : "")}";

    private static string Title(RunRow row) => $"{row.Broker} ({row.Client}), {Mode(row, ' ')}, {row.Connections} connections{(row.Encrypted ? ", encrypted" : "")}";

    private static string Mode(RunRow row, char separator) => Figures.Name(row.Mode) + (row.Mode == RunMode.FireAndForget ? separator + Figures.Name(row.Confirmation) : "");

    // Several agents that load one system share its throughput; of their latencies the worst counts.
    private static IEnumerable<CrankMeasure> Of(string place, IReadOnlyList<RunRow> rows)
    {
        var title = Title(rows[0]);
        return
        [
            new($"{place}/throughput", $"{title}: requests/s", CrankOperation.Sum, "n0", Middle(row => row.ThroughputPerSecond)),
            new($"{place}/latency/mean", $"{title}: mean latency (us)", CrankOperation.Avg, "n1", Middle(row => row.LatencyMicroseconds.Mean)),
            new($"{place}/latency/50", $"{title}: latency 50th (us)", CrankOperation.Max, "n1", Middle(row => row.LatencyMicroseconds.P50)),
            new($"{place}/latency/90", $"{title}: latency 90th (us)", CrankOperation.Max, "n1", Middle(row => row.LatencyMicroseconds.P90)),
            new($"{place}/latency/99", $"{title}: latency 99th (us)", CrankOperation.Max, "n1", Middle(row => row.LatencyMicroseconds.P99)),
            new($"{place}/latency/99.9", $"{title}: latency 99.9th (us)", CrankOperation.Max, "n1", Middle(row => row.LatencyMicroseconds.P999)),
            new($"{place}/latency/max", $"{title}: latency max (us)", CrankOperation.Max, "n1", rows.Max(row => row.LatencyMicroseconds.Max)),
            .. FirstRequests(),
            new($"{place}/lost", $"{title}: lost", CrankOperation.Sum, "n0", rows.Sum(row => row.Ledger.Lost)),
            new($"{place}/errors", $"{title}: errors", CrankOperation.Sum, "n0", rows.Sum(row => row.Ledger.Errors)),
            new($"{place}/invalid", $"{title}: invalid rows", CrankOperation.Sum, "n0", rows.Count(row => !row.Valid)),
        ];

        // The median of the cold processes; without one there is nothing to tell.
        IEnumerable<CrankMeasure> FirstRequests()
        {
            var measured = rows.Select(row => row.FirstRequestMilliseconds).OfType<double>().ToList();
            if (measured.Count > 0) yield return new($"{place}/first-request", $"{title}: first request (ms)", CrankOperation.Max, "n1", measured.Median());
        }

        double Middle(Func<RunRow, double> of) => rows.Select(of).Median();
    }
}
