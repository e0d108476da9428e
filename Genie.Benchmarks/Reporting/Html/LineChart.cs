using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Draws lines in a <see cref="PlotArea"/> and the legend under it.</summary>
internal static class LineChart
{
    /// <summary>A line through points given as shares of both axes, with a marker at its end.</summary>
    public static void DrawLine(HtmlBuilder page, Series series, SeriesLook look, IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Count == 0) return;
        page.Add($"<g class=\"{look.ColourClass}{(series.IsRanked ? "" : " unranked")}\" data-system=\"{series.Broker}\"><path class=\"line\" stroke-dasharray=\"{look.Dash}\" d=\"");
        DrawPoints(page, [.. points.Select(point => (PlotArea.X(point.X), PlotArea.Y(point.Y)))]);
        page.Add($"\"><title>{series.Name}, {Figures.Name(series.Confirmation)}</title></path>");
        SvgMarker.Draw(page, look.Marker, PlotArea.X(points[^1].X), PlotArea.Y(points[^1].Y));
        page.Add($"</g>");
    }

    // Points nearer to the last one than a screen shows would only make the page larger.
    private static void DrawPoints(HtmlBuilder page, IReadOnlyList<(double X, double Y)> points)
    {
        const double Nearest = 3;
        var (x, y) = points[0];
        page.Add($"M{x} {y}");
        for (var i = 1; i < points.Count; i++)
        {
            if (i < points.Count - 1 && Math.Abs(points[i].X - x) + Math.Abs(points[i].Y - y) < Nearest) continue;
            (x, y) = points[i];
            page.Add($"L{x} {y}");
        }
    }

    /// <summary>Names the lines.</summary>
    public static void DrawLegend(HtmlBuilder page, IEnumerable<Series> lines, IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
    {
        page.Add($"<ul class=\"legend\">");
        foreach (var series in lines)
        {
            var look = SeriesLook.Of(series, looks);
            page.Add($"<li data-system=\"{series.Broker}\"><svg width=\"34\" height=\"12\" viewBox=\"0 0 34 12\" aria-hidden=\"true\"><g class=\"{look.ColourClass}{(series.IsRanked ? "" : " unranked")}\">");
            page.Add($"<path class=\"line\" stroke-dasharray=\"{look.Dash}\" d=\"M1 6H27\"/>");
            SvgMarker.Draw(page, look.Marker, 28, 6);
            page.Add($"</g></svg>{series.Name}, {Figures.Name(series.Confirmation)}{(series.IsRanked ? "" : $" ({RowReasons.Label(series.Rows.First(row => !row.Ranked))})")}</li>");
        }

        page.Add($"</ul>");
    }
}
