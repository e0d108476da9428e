using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Reporting.Thresholds;

/// <summary>A figure of a row that a threshold can be set for.</summary>
/// <param name="Name">As thresholds name it.</param>
/// <param name="Of">Reads it: microseconds, a number, or a number a second.</param>
/// <param name="Parse">Reads a limit for it.</param>
/// <param name="Format">Writes a value with its unit.</param>
internal sealed record ThresholdFigure(string Name, Func<RunRow, double> Of, Func<string, double> Parse, Func<double, string> Format)
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<ThresholdFigure> All { get; } =
    [
        Latency("mean", figures => figures.Mean), Latency("p50", figures => figures.P50), Latency("p90", figures => figures.P90),
        Latency("p99", figures => figures.P99), Latency("p99.9", figures => figures.P999), Latency("max", figures => figures.Max),
        new("throughput", row => row.ThroughputPerSecond, text => Quantity.ParseCount(text), value => $"{Figures.Count(value)}/s"),
        Count("lost", ledger => ledger.Lost), Count("duplicated", ledger => ledger.Duplicated), Count("reordered", ledger => ledger.Reordered),
        Count("corrupted", ledger => ledger.Corrupted), Count("misrouted", ledger => ledger.Misrouted), Count("late", ledger => ledger.Late), Count("errors", ledger => ledger.Errors),
    ];

    private static ThresholdFigure Latency(string name, Func<LatencyFigures, double> of) =>
        new(name, row => of(row.LatencyMicroseconds), text => Quantity.ParseDuration(text).TotalMicroseconds, Figures.Latency);

    private static ThresholdFigure Count(string name, Func<LedgerFigures, long> of) =>
        new(name, row => of(row.Ledger), text => Quantity.ParseCount(text), value => value.ToString("N0", CultureInfo.InvariantCulture));
}
