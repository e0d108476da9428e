using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Latency under load: median and 99th percentile over the rate that was reached, both charts on the same scales, with intervals along both axes, and every figure as a table.</summary>
internal sealed class SweepSection(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private const double EndHalf = 3;

    /// <summary>Draws one section for each load; nothing where there was no sweep.</summary>
    public void Draw(HtmlBuilder page, BenchResults results)
    {
        if (results.Sweep is not { } sweep) return;
        foreach (var shape in SweepCurve.Of(results).GroupBy(curve => curve.Shape)) Draw(page, shape.Key, [.. shape], sweep);
    }

    private void Draw(HtmlBuilder page, LoadShape shape, IReadOnlyList<SweepCurve> curves, SweepFigures sweep)
    {
        page.Add($"<section><h2>{SweepText.Title(shape)}</h2><p class=\"note\">{shape.Details}. Each rate was raised until loss began, it was not reached, or latency bent; the systems took turns.</p><div class=\"charts\">");
        var drawn = curves.Where(curve => curve.Series.HasFigures).ToList();
        if (drawn.Count > 0)
        {
            DrawChart(page, "Median latency by rate", drawn, point => point.P50);
            DrawChart(page, "99th percentile by rate", drawn, point => point.P99);
        }

        page.Add($"</div>");
        var titles = SweepText.SummaryTitles(sweep.Condition);
        HtmlTable.Draw(page, $"Most throughput at {sweep.Condition}: {SweepText.Title(shape)}", titles, SweepText.Summary(curves, sweep.Condition), SweepText.IsFigure);
        page.Add($"<p class=\"note\">Systems that share a rank cannot be told apart. {SweepText.Control(sweep)}</p>");
        foreach (var curve in curves) DrawPoints(page, curve);
        page.Add($"</section>");
    }

    private void DrawChart(HtmlBuilder page, string name, IReadOnlyList<SweepCurve> curves, Func<SweepPoint, MedianInterval> of)
    {
        var points = curves.SelectMany(curve => curve.Points).Where(point => point.Rows.Count > 0).ToList();
        var rates = LogScale.Around([.. points.SelectMany(point => Ends(point.Throughput))]);
        var latencies = LogScale.Around([.. points.SelectMany(point => Ends(point.P50).Concat(Ends(point.P99)))]);
        page.Add($"<figure><figcaption>{name}</figcaption>");
        PlotArea.Begin(page, $"{name}: the figures are in the tables below");
        PlotArea.LogAxes(page, rates, latencies, "requests a second reached");
        foreach (var curve in curves) DrawCurve(page, curve, of, rates, latencies);
        PlotArea.End(page);
        LineChart.DrawLegend(page, curves.Select(curve => curve.Series), looks);
        page.Add($"</figure>");
    }

    private void DrawCurve(HtmlBuilder page, SweepCurve curve, Func<SweepPoint, MedianInterval> of, LogScale rates, LogScale latencies)
    {
        var (series, look) = (curve.Series, SeriesLook.Of(curve.Series, looks));
        var points = curve.Points.Where(point => point.Rows.Count > 0).ToList();
        LineChart.DrawLine(page, series, look, [.. points.Select(point => (rates.At(point.Throughput.Median), latencies.At(of(point).Median)))]);
        page.Add($"<g class=\"{look.ColourClass}{(series.IsRanked ? "" : " unranked")}\" data-system=\"{series.Broker}\">");
        foreach (var point in points)
        {
            var (x, y) = (PlotArea.X(rates.At(point.Throughput.Median)), PlotArea.Y(latencies.At(of(point).Median)));
            var (left, right) = (PlotArea.X(rates.At(point.Throughput.Low)), PlotArea.X(rates.At(point.Throughput.High)));
            var (bottom, top) = (PlotArea.Y(latencies.At(of(point).Low)), PlotArea.Y(latencies.At(of(point).High)));
            page.Add($"<g><title>{series.Name}: {Figures.PerSecond(point.Throughput.Median)}/s, {Figures.Latency(of(point).Median)}{(point.Breach is null ? "" : $"; saturated: {point.Breach}")}</title>");
            page.Add($"<path class=\"whisker\" d=\"M{left} {y}H{right}M{x} {bottom}V{top}M{x - EndHalf} {bottom}h{2 * EndHalf}M{x - EndHalf} {top}h{2 * EndHalf}\"/>");
            SvgMarker.Draw(page, look.Marker, x, y);
            page.Add($"</g>");
        }

        page.Add($"</g>");
    }

    private static void DrawPoints(HtmlBuilder page, SweepCurve curve)
    {
        var name = $"{curve.Series.Name}, {SweepText.Title(curve.Shape)}";
        page.Add($"<details><summary>Rates measured: {name}</summary>");
        HtmlTable.Draw(page, $"Rates measured: {name}", SweepText.PointTitles, SweepText.Points(curve), column => column < SweepText.PointTitles.Count - 1);
        page.Add($"</details>");
    }

    private static IEnumerable<double> Ends(MedianInterval interval) => new[] { interval.Low, interval.High }.Where(value => value > 0);
}
