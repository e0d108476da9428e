using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>
/// Latency over percentile. Both axes are logarithmic: to the right each "nine" takes the same room, since it is in the rare
/// slow requests that systems differ.
/// </summary>
internal sealed class LatencyChart(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private static readonly (double Percentile, string Label)[] Ticks = [(0, "0"), (50, "50"), (90, "90"), (99, "99"), (99.9, "99.9"), (99.99, "99.99"), (99.999, "99.999")];

    /// <summary>Draws it.</summary>
    /// <param name="page">Where.</param>
    /// <param name="group">What.</param>
    /// <param name="scaledAs">What sets both scales, so that charts of parts of it can be laid beside each other; itself by default.</param>
    public void Draw(HtmlBuilder page, LoadGroup group, LoadGroup? scaledAs = null)
    {
        var lines = LinesOf(group).ToList();
        var scaling = LinesOf(scaledAs ?? group).SelectMany(line => line.Points).ToList();
        var nines = Math.Clamp(scaling.Select(point => Nines(point.Percentile)).DefaultIfEmpty(3).Max(), 2, 5.3);
        var scale = LogScale.Around([.. scaling.Select(point => point.LatencyMicroseconds)]);
        PlotArea.Begin(page, $"Latency by percentile of {group.Shape.Title}: the figures are in the table below");
        foreach (var tick in scale.Ticks) PlotArea.HorizontalLine(page, scale.At(tick), Figures.Latency(tick).Replace(".00", "", StringComparison.Ordinal).Replace(".0 ", " ", StringComparison.Ordinal));
        foreach (var (percentile, label) in Ticks.Where(tick => Nines(tick.Percentile) <= nines + 0.001)) PlotArea.VerticalLine(page, Nines(percentile) / nines, label);
        PlotArea.Title(page, "per cent of requests that took no longer");
        foreach (var (series, points) in lines)
        {
            LineChart.DrawLine(page, series, SeriesLook.Of(series, looks), [.. points.Select(point => (Math.Min(1, Nines(point.Percentile) / nines), scale.At(point.LatencyMicroseconds)))]);
            DrawValues(page, series, points, point => (Nines(point.Percentile) / nines, scale.At(point.LatencyMicroseconds)));
        }

        PlotArea.End(page);
        LineChart.DrawLegend(page, lines.Select(line => line.Series), looks);
    }

    private static IEnumerable<(Series Series, List<LatencyPoint> Points)> LinesOf(LoadGroup group) =>
        group.Series.Where(series => series.HasFigures).Select(series => (series, Points(series.Median))).Where(line => line.Item2.Count > 1);

    // Shown by browsers where the pointer rests.
    private static void DrawValues(HtmlBuilder page, Series series, List<LatencyPoint> points, Func<LatencyPoint, (double X, double Y)> at)
    {
        page.Add($"<g class=\"hover\" data-system=\"{series.Broker}\">");
        foreach (var (percentile, label) in Ticks)
        {
            if (points.FirstOrDefault(point => Math.Abs(point.Percentile - percentile) < 1e-6) is not { LatencyMicroseconds: > 0 } point || at(point) is not { X: <= 1 } shares) continue;
            page.Add($"<circle cx=\"{PlotArea.X(shares.X)}\" cy=\"{PlotArea.Y(shares.Y)}\" r=\"6\"><title>{series.Name}, {Figures.Name(series.Confirmation)}: {label} % within {Figures.Latency(point.LatencyMicroseconds)}</title></circle>");
        }

        page.Add($"</g>");
    }

    private static double Nines(double percentile) => -Math.Log10(1 - (percentile / 100));

    // The hundredth percentile would lie at infinity: the longest request stands where one in all requests belongs.
    private static List<LatencyPoint> Points(RunRow row)
    {
        var last = 100 * (1 - (1 / (double)Math.Max(row.Requests, 2)));
        var curve = row.LatencyCurve.Count > 0 ? row.LatencyCurve : FromFigures(row.LatencyMicroseconds);
        return [.. curve.Where(point => point.LatencyMicroseconds > 0).Select(point => point with { Percentile = Math.Min(point.Percentile, last) })];
    }

    private static LatencyPoint[] FromFigures(LatencyFigures figures) =>
        [new(50, figures.P50), new(90, figures.P90), new(99, figures.P99), new(99.9, figures.P999), new(100, figures.Max)];
}
