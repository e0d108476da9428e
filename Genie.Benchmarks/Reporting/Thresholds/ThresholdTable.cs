using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Thresholds;

/// <summary>Thresholds, the rows that they were for, and whether these held them: the same cells in every format.</summary>
internal static class ThresholdTable
{
    private static readonly string[] Titles = ["threshold", "row", "held"];

    /// <summary>As Markdown; empty where no row has a threshold.</summary>
    public static string CreateMarkdown(BenchResults results) =>
        Rows(results) is { Length: > 0 } rows ? $"### Thresholds{Environment.NewLine}{Environment.NewLine}{MarkdownTable.Create(Titles, rows, _ => false)}{Environment.NewLine}" : "";

    /// <summary>Draws the table; nothing where no row has a threshold.</summary>
    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        if (Rows(results) is not { Length: > 0 } rows) return;
        page.Add($"<section><h2>Thresholds</h2><div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Thresholds\"><table><caption>What every row had to hold</caption><thead><tr>");
        foreach (var title in Titles) page.Add($"<th scope=\"col\">{title}</th>");
        page.Add($"</tr></thead><tbody>");
        foreach (var row in rows) page.Add($"<tr><td>{row[0]}</td><td>{row[1]}</td><td>{row[2]}</td></tr>");
        page.Add($"</tbody></table></div></section>");
    }

    private static string[][] Rows(BenchResults results) =>
    [
        .. from row in results.Runs
           from verdict in row.Thresholds ?? []
           select (string[])[verdict.Condition, $"{Figures.Name(row)}, {Figures.Name(row.Confirmation)}, repetition {row.Repetition}", verdict.Held ? "yes" : $"no: {string.Join("; ", verdict.Breaches)}"],
    ];
}
