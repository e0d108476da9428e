using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>Makes measurements of rows.</summary>
internal static class CrankMeasures
{
    /// <summary>The first part of every name.</summary>
    public const string Source = "genie";

    /// <summary>The measurements of all rows that have figures; repetitions share their names, and Crank takes the median.</summary>
    public static IEnumerable<CrankMeasure> Of(BenchResults results) => results.Runs.Where(row => row.Requests > 0).SelectMany(Of);

    private static IEnumerable<CrankMeasure> Of(RunRow row)
    {
        var place = $"{Source}/{row.Broker}/{row.Client}/{Figures.Name(row.Mode)}/{(row.Mode == RunMode.FireAndForget ? $"{Figures.Name(row.Confirmation)}/" : "")}{row.Connections}{(row.Encrypted ? "/encrypted" : "")}";
        var (latency, ledger, title) = (row.LatencyMicroseconds, row.Ledger, $"{row.Broker} ({row.Client}), {Figures.Name(row.Mode)}, {row.Connections} connections");
        return
        [
            new($"{place}/throughput", $"{title}: requests/s", CrankOperation.Median, "n0", row.ThroughputPerSecond),
            new($"{place}/latency/mean", $"{title}: mean latency (us)", CrankOperation.Median, "n1", latency.Mean),
            new($"{place}/latency/50", $"{title}: latency 50th (us)", CrankOperation.Median, "n1", latency.P50),
            new($"{place}/latency/90", $"{title}: latency 90th (us)", CrankOperation.Median, "n1", latency.P90),
            new($"{place}/latency/99", $"{title}: latency 99th (us)", CrankOperation.Median, "n1", latency.P99),
            new($"{place}/latency/99.9", $"{title}: latency 99.9th (us)", CrankOperation.Median, "n1", latency.P999),
            new($"{place}/latency/max", $"{title}: latency max (us)", CrankOperation.Max, "n1", latency.Max),
            new($"{place}/first-request", $"{title}: first request (ms)", CrankOperation.Median, "n1", row.FirstRequestMilliseconds),
            new($"{place}/lost", $"{title}: lost", CrankOperation.Sum, "n0", ledger.Lost),
            new($"{place}/errors", $"{title}: errors", CrankOperation.Sum, "n0", ledger.Errors),
            new($"{place}/invalid", $"{title}: invalid rows", CrankOperation.Sum, "n0", row.Valid ? 0 : 1),
        ];
    }
}
