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
            HtmlTable.Draw(page, title, ScalingText.Titles, shape.SelectMany(ScalingText.Cells), ScalingText.IsFigure);
            foreach (var curve in shape) page.Add($"<p class=\"note\">{ScalingText.Law(curve)}</p>");
            page.Add($"<p class=\"note\">{ScalingText.Note}</p></section>");
        }
    }
}
