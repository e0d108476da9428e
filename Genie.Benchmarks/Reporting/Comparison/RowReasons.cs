using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>Says what is marked on a row, and why one is not ranked.</summary>
internal static class RowReasons
{
    public static IEnumerable<string> Of(RunRow row) =>
        row.Valid || row.Marks.Count > 0 ? row.Marks.Select(mark => mark.Text) : ["invalid, with no reason given"];

    /// <summary>A series' rank, or what stands in its place.</summary>
    public static string Rank(Series series) => series.Rank is { } rank ? $"{rank}" : Label(series.Rows.FirstOrDefault(row => !row.Ranked) ?? series.Median);

    /// <summary>What stands in place of a rank.</summary>
    public static string Label(RunRow row)
    {
        if (row.Ranked) return "ranked";
        if (row.Valid && row.Marks.Any(mark => mark.Kind == RowMarkKinds.ControlMoved)) return "not compared";
        return row.Marks.Count == 0 ? "invalid" : row.Marks[0].Kind switch
        {
            RowMarkKinds.Baseline => row.Valid ? "reference" : "invalid",
            RowMarkKinds.Failed => "failed",
            RowMarkKinds.Partial => "ended early",
            _ => row.Valid ? "reference" : "invalid",
        };
    }
}
