using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Throughput second by second, where a stall or a slow decline shows. References are left out, which would set the scale.</summary>
internal sealed class TimeLineChart(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private const int SecondTicks = 10;

    /// <summary>False where only references were measured, or nothing for two seconds.</summary>
    public static bool HasLines(LoadGroup group) => LinesOf(group).Any();

    public void Draw(HtmlBuilder page, LoadGroup group)
    {
        var lines = LinesOf(group).ToList();
        var seconds = lines.Max(series => series.Median.TimeLine[^1].Second);
        var (top, step) = RoundScale(lines.SelectMany(series => series.Median.TimeLine).Max(point => point.PerSecond));
        PlotArea.Begin(page, $"Throughput second by second of {group.Shape.Title}");
        for (var value = 0.0; value <= top * 1.001; value += step) PlotArea.HorizontalLine(page, value / top, Figures.Short(value));
        var secondStep = Math.Max(1, (int)Math.Ceiling(seconds / (double)SecondTicks));
        for (var second = 0; second <= seconds; second += secondStep) PlotArea.VerticalLine(page, second / (double)Math.Max(1, seconds), Figures.Count(second));
        PlotArea.Title(page, "second of the run; requests a second");
        foreach (var series in lines) DrawSeries(page, series, seconds, top);
        PlotArea.End(page);
        LineChart.DrawLegend(page, lines, looks);
    }

    private static IEnumerable<Series> LinesOf(LoadGroup group) =>
        group.Series.Where(series => series.Median.TimeLine.Count > 1 && !series.IsBaseline);

    private void DrawSeries(HtmlBuilder page, Series series, int seconds, double top)
    {
        var points = series.Median.TimeLine.Select(point => (X: point.Second / (double)Math.Max(1, seconds), Y: point.PerSecond / top, point.Errors)).ToList();
        LineChart.DrawLine(page, series, SeriesLook.Of(series, looks), [.. points.Select(point => (point.X, point.Y))]);
        foreach (var (x, y, _) in points.Where(point => point.Errors > 0))
            page.Add($"<path class=\"error\" d=\"M{PlotArea.X(x) - 4} {PlotArea.Y(y) - 4}l8 8m-8 0l8 -8\"><title>errors</title></path>");
    }

    // Four to eight lines at round figures.
    private static (double Top, double Step) RoundScale(double max)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(Math.Max(max, 1))));
        var step = new[] { 0.2, 0.5, 1, 2 }.Select(share => share * decade).First(candidate => max / candidate <= 8);
        return (Math.Max(step, Math.Ceiling(max / step) * step), step);
    }
}
