using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>By what factor B differs from A, a line for each measure: the estimate, its interval, and where no difference would be.</summary>
internal static class RatioChart
{
    private const double Width = 560;
    private const double Left = 96;
    private const double Right = Width - 20;
    private const double RowHeight = 34;
    private const double Top = 14;

    // A narrower scale would make noise look like a landslide.
    private const double SpanMin = 0.05;

    public static void Draw(HtmlBuilder page, PairComparison pair)
    {
        var bottom = Top + (pair.Measures.Count * RowHeight);
        var span = pair.Measures.SelectMany(Ends).Select(ratio => Math.Abs(Math.Log(ratio))).DefaultIfEmpty(0).Max();
        span = Math.Max(span * 1.08, Math.Log(1 + SpanMin));
        page.Add($"<svg class=\"chart\" viewBox=\"0 0 {Width} {bottom + 44}\" role=\"img\" aria-label=\"B over A with intervals: the figures are in the table below\">");
        foreach (var tick in Ticks(span)) page.Add($"<path class=\"grid\" d=\"M{X(tick, span)} {Top}V{bottom}\"/><text class=\"tick x\" x=\"{X(tick, span)}\" y=\"{bottom + 18}\">{tick}</text>");
        page.Add($"<path class=\"same\" d=\"M{X(1, span)} {Top - 6}V{bottom}\"/>");
        for (var i = 0; i < pair.Measures.Count; i++) DrawMeasure(page, pair.Measures[i], Top + ((i + 0.5) * RowHeight), span);
        page.Add($"<text class=\"axis\" x=\"{(Left + Right) / 2}\" y=\"{bottom + 36}\">B / A; 1 is no difference</text></svg>");
    }

    private static void DrawMeasure(HtmlBuilder page, MeasureComparison comparison, double y, double span)
    {
        var ratio = comparison.Ratio;
        page.Add($"<g class=\"{Colour(comparison.Verdict)}\"><text class=\"name\" x=\"{Left - 10}\" y=\"{y + 4.5}\">{comparison.Measure.Name}</text>");
        var (from, to) = ratio.IsBounded ? (X(ratio.Low, span), X(ratio.High, span)) : (Left, Right);
        page.Add($"<path class=\"line\" stroke-dasharray=\"{(ratio.IsBounded ? "none" : "2 4")}\" d=\"M{from} {y}H{to}\"><title>{SideBySideText.Words(comparison)}</title></path>");
        if (ratio.IsBounded) page.Add($"<path class=\"line\" d=\"M{from} {y - 5}v10M{to} {y - 5}v10\"/>");
        SvgMarker.Draw(page, Marker(comparison.Verdict), X(ratio.Ratio, span), y);
        page.Add($"</g>");
    }

    private static IEnumerable<double> Ends(MeasureComparison comparison) =>
        comparison.Ratio.IsBounded ? [comparison.Ratio.Low, comparison.Ratio.High] : [comparison.Ratio.Ratio];

    private static double X(double ratio, double span) => ((Left + Right) / 2) + (Math.Log(ratio) / span * (Right - Left) / 2);

    private static IEnumerable<double> Ticks(double span)
    {
        double[] steps = [1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 5, 10, 100, 1000];
        var shown = steps.Where(step => Math.Log(step) <= span * 0.97).TakeLast(2).ToArray();
        return [1, .. shown, .. shown.Select(step => Math.Round(1 / step, 4))];
    }

    private static string Colour(Verdict verdict) => verdict switch { Verdict.Better => "c2", Verdict.Worse => "c5", _ => "c0" };

    private static int Marker(Verdict verdict) => verdict switch { Verdict.Better => 2, Verdict.Worse => 4, _ => 0 };
}
