using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Thresholds;

/// <summary>Which rows thresholds are for, and what they come to.</summary>
internal static class ThresholdRules
{
    /// <summary>The row with its verdicts. References have none, since nobody runs on them; nor has a row without figures, which is invalid already.</summary>
    public static RunRow Judge(RunRow row, IReadOnlyList<Threshold> thresholds) =>
        thresholds.Count == 0 || row.Requests == 0 || DriverCatalogue.References.Contains(row.Broker) ? row : row with { Thresholds = [.. thresholds.Select(threshold => Judge(row, threshold))] };

    /// <summary>A line for each threshold that a row does not hold; empty if all hold.</summary>
    public static IReadOnlyList<string> Describe(IReadOnlyList<RunRow> rows) =>
    [
        .. from row in rows
           from verdict in row.Thresholds ?? []
           from breach in verdict.Breaches
           select $"threshold not held: {Figures.Name(row)}, {Figures.Name(row.Confirmation)}{(rows.Any(other => other.Repetition > 1) ? $", repetition {row.Repetition}" : "")}: {breach}",
    ];

    private static ThresholdVerdict Judge(RunRow row, Threshold threshold)
    {
        string[] breaches = [.. threshold.FindBreaches(row)];
        return new ThresholdVerdict(threshold.ToString(), breaches.Length == 0, breaches);
    }
}
