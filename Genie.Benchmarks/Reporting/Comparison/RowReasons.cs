using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>Says why a row is not ranked.</summary>
internal static class RowReasons
{
    public static IEnumerable<string> Of(RunRow row)
    {
        if (row.Ranked) return [];
        return row.Marks.Count > 0 ? row.Marks.Select(mark => mark.Text) : ["invalid, with no reason given"];
    }

    /// <summary>One word for the first reason.</summary>
    public static string Label(RunRow row)
    {
        if (row.Ranked) return "ranked";
        return row.Marks.Count == 0 ? "invalid" : row.Marks[0].Kind switch
        {
            RowMarkKinds.Baseline => "reference",
            RowMarkKinds.Failed => "failed",
            RowMarkKinds.Partial => "ended early",
            RowMarkKinds.SharedCeiling => "at the ceiling",
            RowMarkKinds.Drift => "drifts",
            RowMarkKinds.RateMissed => "rate missed",
            _ => row.Valid ? "not ranked" : "invalid",
        };
    }
}
