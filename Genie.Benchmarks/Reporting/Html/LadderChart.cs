using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The overhead ladder: what each layer adds to a round trip, as bars and as a table.</summary>
internal static class LadderChart
{
    private const double Width = 1000;
    private const double LabelWidth = 210;
    private const double BarWidth = 560;
    private const double RowHeight = 30;
    private const double BarHeight = 17;

    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        var ladders = results.Ladders?.Where(ladder => ladder.Steps.Count > 0).ToList() ?? [];
        if (ladders.Count == 0) return;
        page.Add($"<section><h2>Overhead ladder</h2><p class=\"note\">One connection, one request under way. Each step does all of the one below and one thing more; its bar is the median round trip, the dark end what the step adds. The wire driver's step includes the server.</p><div class=\"charts\">");
        foreach (var ladder in ladders) DrawBars(page, ladder);
        page.Add($"</div>");
        foreach (var ladder in ladders) DrawTable(page, ladder);
        page.Add($"</section>");
    }

    private static void DrawBars(HtmlBuilder page, LadderFigures ladder)
    {
        var scale = Math.Max(1e-3, ladder.Steps.Max(step => step.P50Microseconds));
        page.Add($"<figure class=\"across\"><figcaption>{ladder.Broker}</figcaption><svg class=\"chart bars\" viewBox=\"0 0 {Width} {(ladder.Steps.Count * RowHeight) + 4}\" role=\"img\" aria-label=\"Overhead ladder of {ladder.Broker}: the figures are in the table below\">");
        for (var i = 0; i < ladder.Steps.Count; i++) DrawStep(page, ladder.Steps[i], i * RowHeight, scale);
        page.Add($"</svg></figure>");
    }

    private static void DrawStep(HtmlBuilder page, LadderStepFigures step, double y, double scale)
    {
        var whole = Math.Max(1, BarWidth * step.P50Microseconds / scale);
        var added = Math.Clamp(BarWidth * step.AddedMicroseconds / scale, 0, whole);
        page.Add($"<g class=\"c0\"><text class=\"name\" x=\"{LabelWidth - 10}\" y=\"{y + 13}\">{step.Name}</text>");
        page.Add($"<rect class=\"bar below\" x=\"{LabelWidth}\" y=\"{y}\" width=\"{whole - added}\" height=\"{BarHeight}\"/><rect class=\"bar\" x=\"{LabelWidth + whole - added}\" y=\"{y}\" width=\"{added}\" height=\"{BarHeight}\"/>");
        page.Add($"<text class=\"value\" x=\"{LabelWidth + whole + 7}\" y=\"{y + 13}\">{Figures.Latency(step.P50Microseconds)}<tspan class=\"note\" dx=\"6\">{Added(step)}</tspan></text></g>");
    }

    private static void DrawTable(HtmlBuilder page, LadderFigures ladder)
    {
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Overhead ladder of {ladder.Broker}\"><table><caption>Overhead ladder of {ladder.Broker}, round trips</caption>");
        page.Add($"<thead><tr><th scope=\"col\">step</th><th scope=\"col\">client</th><th scope=\"col\" class=\"n\">adds</th><th scope=\"col\" class=\"n\">p50</th><th scope=\"col\" class=\"n\">mean</th><th scope=\"col\" class=\"n\">p99</th></tr></thead><tbody>");
        foreach (var step in ladder.Steps)
            page.Add($"<tr><th scope=\"row\">{step.Name}</th><td>{step.Client}</td><td class=\"n strong\">{Added(step)}</td><td class=\"n\">{Figures.Latency(step.P50Microseconds)}</td><td class=\"n\">{Figures.Latency(step.MeanMicroseconds)}</td><td class=\"n\">{Figures.Latency(step.P99Microseconds)}</td></tr>");
        page.Add($"</tbody></table></div>");
    }

    private static string Added(LadderStepFigures step) => step.AddedMicroseconds == 0 ? "0" : (step.AddedMicroseconds < 0 ? "-" : "+") + Figures.Latency(Math.Abs(step.AddedMicroseconds));
}
