using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The overhead levels of transports, as one table.</summary>
internal static class OverheadSection
{
    // What comes before is words.
    private const int FirstFigure = 3;

    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        if (results.Overhead is not { } overhead) return;
        page.Add($"<section><h2>Overhead levels</h2><p class=\"note\">Microseconds a round trip between two processes, one under way. Each level does what the one that it stands on does and one thing more; CPU is that of both processes. {OverheadText.Verdict(overhead)}</p>");
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Overhead levels\"><table><caption>{OverheadText.Title}</caption><thead><tr>");
        foreach (var title in OverheadText.Columns.Take(FirstFigure)) page.Add($"<th scope=\"col\">{title}</th>");
        foreach (var title in OverheadText.Columns.Skip(FirstFigure)) page.Add($"<th scope=\"col\" class=\"n\">{title}</th>");
        page.Add($"</tr></thead><tbody>");
        foreach (var cells in OverheadText.Rows(overhead)) DrawRow(page, cells);
        page.Add($"</tbody></table></div>");
        foreach (var line in OverheadText.Missing(overhead)) page.Add($"<p class=\"note\">{line}</p>");
        page.Add($"</section>");
    }

    private static void DrawRow(HtmlBuilder page, string[] cells)
    {
        page.Add($"<tr><td>{cells[0]}</td><th scope=\"row\">{cells[1]}</th><td>{cells[2]}</td>");
        foreach (var cell in cells.Skip(FirstFigure)) page.Add($"<td class=\"n\">{cell}</td>");
        page.Add($"</tr>");
    }
}
