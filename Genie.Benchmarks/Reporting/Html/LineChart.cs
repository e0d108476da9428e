using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Draws lines in a <see cref="PlotArea"/> and the legend under it.</summary>
internal static class LineChart
{
    /// <summary>A line through points given as shares of both axes, with a marker at its end.</summary>
    public static void DrawLine(HtmlBuilder page, Series series, SeriesLook look, IReadOnlyList<(double X, double Y)> points) => DrawLine(page, LabelOf(series), look, points);

    /// <summary>The same of what is no series.</summary>
    public static void DrawLine(HtmlBuilder page, LineLabel label, SeriesLook look, IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Count == 0) return;
        page.Add($"<g class=\"{look.ColourClass}{(label.IsRanked ? "" : " unranked")}\" data-system=\"{label.System}\"><path class=\"line\" stroke-dasharray=\"{look.Dash}\" d=\"");
        DrawPoints(page, [.. points.Select(point => (PlotArea.X(point.X), PlotArea.Y(point.Y)))]);
        page.Add($"\"><title>{label.Text}</title></path>");
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
    public static void DrawLegend(HtmlBuilder page, IEnumerable<Series> lines, IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks) =>
        DrawLegend(page, lines.Select(series => (LabelOf(series) is var label && series.IsRanked ? label : label with { Text = $"{label.Text} ({RowReasons.Label(series.Rows.First(row => !row.Ranked))})" }, SeriesLook.Of(series, looks))));

    /// <summary>The same of what is no series.</summary>
    public static void DrawLegend(HtmlBuilder page, IEnumerable<(LineLabel Label, SeriesLook Look)> lines)
    {
        page.Add($"<ul class=\"legend\">");
        foreach (var (label, look) in lines)
        {
            page.Add($"<li data-system=\"{label.System}\"><svg width=\"34\" height=\"12\" viewBox=\"0 0 34 12\" aria-hidden=\"true\"><g class=\"{look.ColourClass}{(label.IsRanked ? "" : " unranked")}\">");
            page.Add($"<path class=\"line\" stroke-dasharray=\"{look.Dash}\" d=\"M1 6H27\"/>");
            SvgMarker.Draw(page, look.Marker, 28, 6);
            page.Add($"</g></svg>{label.Text}</li>");
        }

        page.Add($"</ul>");
    }

    private static LineLabel LabelOf(Series series) => new(series.Broker, $"{series.Name}, {Figures.Name(series.Confirmation)}", series.IsRanked);
}

/// <summary>What a line stands for.</summary>
/// <param name="System">What a reader filters by.</param>
/// <param name="Text">Its name in the legend.</param>
/// <param name="IsRanked">False for what is only shown.</param>
internal readonly record struct LineLabel(string System, string Text, bool IsRanked = true);
