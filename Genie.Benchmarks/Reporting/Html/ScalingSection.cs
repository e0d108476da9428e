using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Scaling;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Throughput over nodes, as tables with the law that fits them.</summary>
internal static class ScalingSection
{
    /// <summary>Draws one section for each load; nothing where no rows differ in nodes.</summary>
    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        foreach (var shape in ScalingCurve.Of(results).GroupBy(curve => curve.Shape))
        {
            var title = ScalingText.Title(shape.Key);
            page.Add($"<section><h2>{title}</h2><p class=\"note\">{shape.Key.Details}</p>");
            page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{title}\"><table><caption>{title}</caption><thead><tr>");
            for (var column = 0; column < ScalingText.Titles.Count; column++) page.Add($"<th scope=\"col\" class=\"{Class(column)}\">{ScalingText.Titles[column]}</th>");
            page.Add($"</tr></thead><tbody>");
            foreach (var row in shape.SelectMany(ScalingText.Cells)) DrawRow(page, row);
            page.Add($"</tbody></table></div>");
            foreach (var curve in shape) page.Add($"<p class=\"note\">{ScalingText.Law(curve)}</p>");
            page.Add($"<p class=\"note\">{ScalingText.Note}</p></section>");
        }
    }

    private static void DrawRow(HtmlBuilder page, IReadOnlyList<string> row)
    {
        page.Add($"<tr>");
        for (var column = 0; column < row.Count; column++) page.Add($"<td class=\"{Class(column)}\">{row[column]}</td>");
        page.Add($"</tr>");
    }

    private static string Class(int column) => ScalingText.IsFigure(column) ? "n" : "text";
}
