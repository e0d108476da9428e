using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>What long runs show over time: memory of both processes, and latencies.</summary>
internal sealed class SoakCharts(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private const int TimeTicks = 8;
    private const double SecondsPerHour = 3600;

    /// <summary>False where no run was long enough to be watched.</summary>
    public static bool HasLines(LoadGroup group) => Watched(group).Any();

    public void Draw(HtmlBuilder page, LoadGroup group)
    {
        var watched = Watched(group).ToList();
        page.Add($"<figure><figcaption>Memory over time, MiB</figcaption>");
        DrawChart(page, "Memory over time", watched, [("client process", "none", point => point.Client?.RssMebibytes), ("worker process", "2 3", point => point.Worker?.RssMebibytes)], value => Figures.Count(value));
        page.Add($"</figure><figure><figcaption>Latency over time</figcaption>");
        DrawChart(page, "Latency over time", watched, [("median", "none", point => point.P50Microseconds), ("99th percentile", "2 3", point => point.P99Microseconds)], Figures.Latency);
        page.Add($"</figure>");
    }

    private static IEnumerable<Series> Watched(LoadGroup group) => group.Series.Where(series => series.Median.TimeLine.Count(point => point.Client is not null) > 1);

    private void DrawChart(HtmlBuilder page, string name, List<Series> watched, (string Name, string Dash, Func<TimeLinePoint, double?> Of)[] lines, Func<double, string> label)
    {
        var seconds = watched.Max(series => series.Median.TimeLine[^1].Second);
        var values = watched.SelectMany(series => series.Median.TimeLine).SelectMany(point => lines.Select(line => line.Of(point))).OfType<double>().Where(value => value > 0).ToList();
        var scale = LogScale.Around(values);
        PlotArea.Begin(page, name);
        foreach (var tick in scale.Ticks) PlotArea.HorizontalLine(page, scale.At(tick), label(tick));
        for (var i = 0; i <= TimeTicks; i++) PlotArea.VerticalLine(page, i / (double)TimeTicks, Time(seconds * i / (double)TimeTicks, seconds));
        PlotArea.Title(page, seconds >= SecondsPerHour ? "hour of the run" : "second of the run");
        foreach (var series in watched)
        {
            foreach (var line in lines) DrawLine(page, series, line.Dash, line.Name, [.. Points(series, line.Of, seconds, scale)]);
        }

        PlotArea.End(page);
        page.Add($"<p class=\"note\">Solid: {lines[0].Name}. Dotted: {lines[1].Name}.</p>");
        LineChart.DrawLegend(page, watched, looks);
    }

    private static IEnumerable<(double X, double Y)> Points(Series series, Func<TimeLinePoint, double?> of, int seconds, LogScale scale) =>
        series.Median.TimeLine.Where(point => of(point) > 0).Select(point => (point.Second / (double)seconds, scale.At(of(point)!.Value)));

    private void DrawLine(HtmlBuilder page, Series series, string dash, string name, IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Count > 1) LineChart.DrawLine(page, series with { Client = $"{series.Client}, {name}" }, SeriesLook.Of(series, looks) with { Dash = dash }, points);
    }

    private static string Time(double second, int seconds) => seconds >= SecondsPerHour ? Figures.Three(second / SecondsPerHour) : Figures.Count(second);
}
