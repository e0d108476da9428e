using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting.SideBySide;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>One trend: a point a measurement, the median between changes as a line. The axis begins at 0, so that small changes look small.</summary>
internal static class HistoryChart
{
    private const int Ticks = 4;
    private const double LabelWidth = 130;
    private const double Headroom = 1.1;

    /// <summary>Draws it.</summary>
    public static void Draw(HtmlBuilder page, HistoryTrend trend)
    {
        var top = trend.Values.Max() * Headroom;
        PlotArea.Begin(page, $"{trend.Measure.Name} of {trend.Series.Key.Name}, measurement after measurement");
        for (var tick = 0; tick <= Ticks; tick++) PlotArea.HorizontalLine(page, tick / (double)Ticks, tick == 0 ? "0" : SideBySideText.Value(trend.Measure, top * tick / Ticks));
        DrawSegments(page, trend, top);
        page.Add($"<g class=\"c0\">");
        for (var i = 0; i < trend.Values.Count; i++)
        {
            page.Add($"<g>");
            SvgMarker.Draw(page, 0, X(trend, i), PlotArea.Y(trend.Values[i] / top));
            page.Add($"<title>{trend.Points[i].Name}: {SideBySideText.Value(trend.Measure, trend.Values[i])}</title></g>");
        }

        page.Add($"</g>");
        PlotArea.Title(page, $"{trend.Points[0].Name} to {trend.Points[^1].Name}");
        PlotArea.End(page);
    }

    private static void DrawSegments(HtmlBuilder page, HistoryTrend trend, double top)
    {
        var labelled = double.NegativeInfinity;
        int[] bounds = [0, .. trend.Changes.Select(change => change.Index), trend.Values.Count];
        for (var i = 1; i < bounds.Length; i++)
        {
            var median = trend.Values.Skip(bounds[i - 1]).Take(bounds[i] - bounds[i - 1]).Median();
            page.Add($"<g class=\"c1\"><path class=\"line\" d=\"M{X(trend, bounds[i - 1])} {PlotArea.Y(median / top)}H{X(trend, bounds[i] - 1)}\"/></g>");
            if (i == bounds.Length - 1) continue;
            var x = X(trend, bounds[i]);
            page.Add($"<path class=\"grid\" d=\"M{x} {PlotArea.Top}V{PlotArea.Bottom}\"><title>{trend.Points[bounds[i]].Name}</title></path>");
            if (x - labelled < LabelWidth) continue;
            page.Add($"<text class=\"tick x\" x=\"{x}\" y=\"{PlotArea.Bottom + 18}\">{trend.Points[bounds[i]].Name}</text>");
            labelled = x;
        }
    }

    private static double X(HistoryTrend trend, int index) => PlotArea.X((index + 0.5) / trend.Values.Count);
}
