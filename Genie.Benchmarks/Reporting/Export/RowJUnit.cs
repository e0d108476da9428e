using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>Results as JUnit's XML: a case for each row, which fails where the row is not valid.</summary>
internal static class RowJUnit
{
    /// <summary>The document.</summary>
    public static string Create(BenchResults results) => JUnit.Create("genie bench", [.. results.Runs.Select(Case)]);

    private static (string Class, string Name, double Seconds, string? Failure) Case(RunRow row)
    {
        var load = LoadShape.Of(row);
        var failure = row.Valid ? null : string.Join("; ", RowReasons.Of(row)) is { Length: > 0 } reasons ? reasons : "The row is not valid.";
        return ($"genie.{row.Broker}.{row.Client}", $"{load.Title}, {load.Details}, {Figures.Name(row.Confirmation)}, repetition {row.Repetition}", row.DurationSeconds, failure);
    }
}
