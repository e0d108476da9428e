using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Every repetition's value as a mark, A's above B's, each measure on a scale of its own: how far the two overlap.</summary>
internal static class RepeatChart
{
    private const double Width = 560;
    private const double Left = 96;
    private const double Right = Width - 20;
    private const double MeasureHeight = 58;

    public static void Draw(HtmlBuilder page, PairComparison pair)
    {
        page.Add($"<svg class=\"chart\" viewBox=\"0 0 {Width} {(pair.Measures.Count * MeasureHeight) + 4}\" role=\"img\" aria-label=\"Values of each repetition\">");
        for (var i = 0; i < pair.Measures.Count; i++) DrawMeasure(page, pair.Measures[i], i * MeasureHeight);
        page.Add($"</svg>");
    }

    private static void DrawMeasure(HtmlBuilder page, MeasureComparison comparison, double top)
    {
        var all = comparison.A.Concat(comparison.B).ToArray();
        var (low, high) = (all.Min(), all.Max());
        page.Add($"<text class=\"name\" x=\"{Left - 10}\" y=\"{top + 27}\">{comparison.Measure.Name}</text>");
        page.Add($"<path class=\"grid\" d=\"M{Left} {top + 14}H{Right}M{Left} {top + 30}H{Right}\"/>");
        DrawSide(page, comparison.A, "c0", 0, top + 14, low, high);
        DrawSide(page, comparison.B, "c1", 3, top + 30, low, high);
        page.Add($"<text class=\"tick\" x=\"{Left}\" y=\"{top + 48}\">{SideBySideText.Value(comparison.Measure, low)}</text>");
        if (high > low) page.Add($"<text class=\"tick y\" x=\"{Right}\" y=\"{top + 48}\">{SideBySideText.Value(comparison.Measure, high)}</text>");
    }

    private static void DrawSide(HtmlBuilder page, IReadOnlyList<double> values, string colour, int marker, double y, double low, double high)
    {
        page.Add($"<g class=\"{colour} repeats\">");
        foreach (var value in values) SvgMarker.Draw(page, marker, Left + ((high > low ? (value - low) / (high - low) : 0.5) * (Right - Left)), y);
        page.Add($"</g>");
    }
}
