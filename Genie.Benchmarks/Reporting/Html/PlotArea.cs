using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The rectangle inside the axes, the same for all line charts.</summary>
internal static class PlotArea
{
    public const double Width = 560;
    public const double Height = 330;
    public const double Left = 64;
    public const double Right = Width - 16;
    public const double Top = 12;
    public const double Bottom = Height - 46;

    public static double X(double share) => Left + (share * (Right - Left));

    public static double Y(double share) => Bottom - (share * (Bottom - Top));

    public static void Begin(HtmlBuilder page, string label) =>
        page.Add($"<svg class=\"chart\" viewBox=\"0 0 {Width} {Height}\" role=\"img\" aria-label=\"{label}\">");

    public static void End(HtmlBuilder page) => page.Add($"</svg>");

    public static void HorizontalLine(HtmlBuilder page, double share, string label) =>
        page.Add($"<path class=\"grid\" d=\"M{Left} {Y(share)}H{Right}\"/><text class=\"tick y\" x=\"{Left - 7}\" y=\"{Y(share) + 4}\">{label}</text>");

    public static void VerticalLine(HtmlBuilder page, double share, string label) =>
        page.Add($"<path class=\"grid\" d=\"M{X(share)} {Top}V{Bottom}\"/><text class=\"tick x\" x=\"{X(share)}\" y=\"{Bottom + 18}\">{label}</text>");

    /// <summary>Both axes of a chart of latency over rate.</summary>
    public static void LogAxes(HtmlBuilder page, LogScale rates, LogScale latencies, string horizontal)
    {
        foreach (var tick in latencies.Ticks) HorizontalLine(page, latencies.At(tick), Figures.Latency(tick));
        foreach (var tick in rates.Ticks) VerticalLine(page, rates.At(tick), Figures.Short(tick));
        Title(page, horizontal);
    }

    public static void Title(HtmlBuilder page, string horizontal) =>
        page.Add($"<text class=\"axis\" x=\"{(Left + Right) / 2}\" y=\"{Height - 8}\">{horizontal}</text>");
}
