namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Tables that scroll by themselves where the page is narrow.</summary>
internal static class HtmlTable
{
    /// <summary>Draws a table of texts.</summary>
    /// <param name="page">Where.</param>
    /// <param name="caption">What it shows.</param>
    /// <param name="titles">The columns' titles.</param>
    /// <param name="rows">The cells of each row.</param>
    /// <param name="isFigure">Which columns are set to the right.</param>
    public static void Draw(HtmlBuilder page, string caption, IReadOnlyList<string> titles, IEnumerable<IReadOnlyList<string>> rows, Func<int, bool> isFigure)
    {
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption>{caption}</caption><thead><tr>");
        for (var column = 0; column < titles.Count; column++) page.Add($"<th scope=\"col\" class=\"{Class(column)}\">{titles[column]}</th>");
        page.Add($"</tr></thead><tbody>");
        foreach (var row in rows)
        {
            page.Add($"<tr>");
            for (var column = 0; column < row.Count; column++) page.Add($"<td class=\"{Class(column)}\">{row[column]}</td>");
            page.Add($"</tr>");
        }

        page.Add($"</tbody></table></div>");

        string Class(int column) => isFigure(column) ? "n" : "text";
    }
}
