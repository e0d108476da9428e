using Genie.Benchmarks.Reporting.Comparison;
using Genie.Brokers;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Bars of throughput, under a heading for each confirmation level; what is not ranked is hatched and says why.</summary>
internal sealed class ThroughputChart(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private const double Width = 1000;
    private const double LabelWidth = 190;
    private const double BarWidth = 600;
    private const double RowHeight = 30;
    private const double HeadingHeight = 26;
    private const double BarHeight = 17;

    /// <summary>The hatching of all bars; to be drawn once, ahead of them.</summary>
    public static void DrawPattern(HtmlBuilder page) => page.Add(
        $"<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect class=\"hatch\" width=\"2.5\" height=\"6\"/></pattern></defs></svg>");

    public void Draw(HtmlBuilder page, LoadGroup group)
    {
        var measured = group.Series.Where(series => series.HasFigures).ToList();
        var scale = Scale(measured);
        var height = (group.Levels.Count() * HeadingHeight) + (group.Series.Count * RowHeight) + 8;
        page.Add($"<svg class=\"chart bars\" viewBox=\"0 0 {Width} {height}\" role=\"img\" aria-label=\"Throughput of {group.Shape.Title}: the figures are in the table below\">");
        var y = 0.0;
        foreach (var level in group.Levels)
        {
            page.Add($"<text class=\"level\" x=\"0\" y=\"{y + 17}\">{Meaning(level.Key)}</text>");
            y += HeadingHeight;
            foreach (var series in level)
            {
                DrawRow(page, series, y, scale);
                y += RowHeight;
            }
        }

        page.Add($"</svg>");
    }

    // A reference is often a hundred times as fast; it must not flatten what is being compared.
    private static double Scale(List<Series> measured)
    {
        var compared = measured.Where(series => !series.IsBaseline).DefaultIfEmpty().Max(series => series?.FastestPerSecond ?? 0);
        if (compared > 0) return compared;
        return measured.Count > 0 ? measured.Max(series => series.FastestPerSecond) : 1;
    }

    private void DrawRow(HtmlBuilder page, Series series, double y, double scale)
    {
        var look = SeriesLook.Of(series, looks);
        var middle = y + (BarHeight / 2);
        page.Add($"<g class=\"{look.ColourClass}\" data-system=\"{series.Broker}\"><text class=\"name\" x=\"{LabelWidth - 10}\" y=\"{middle + 4.5}\">{Rank(series)}{series.Name}</text>");
        if (series.HasFigures) DrawBar(page, series, y, scale);
        else page.Add($"<text class=\"note\" x=\"{LabelWidth + 6}\" y=\"{middle + 4.5}\">{RowReasons.Label(series.Median)}</text>");
        page.Add($"</g>");
    }

    private static void DrawBar(HtmlBuilder page, Series series, double y, double scale)
    {
        var perSecond = series.Median.ThroughputPerSecond;
        var isClipped = perSecond > scale;
        var length = Math.Max(1, BarWidth * Math.Min(perSecond, scale) / scale);
        page.Add($"<rect class=\"bar\" x=\"{LabelWidth}\" y=\"{y}\" width=\"{length}\" height=\"{BarHeight}\"/>");
        if (!series.IsRanked) page.Add($"<rect fill=\"url(#hatch)\" x=\"{LabelWidth}\" y=\"{y}\" width=\"{length}\" height=\"{BarHeight}\"/>");
        if (isClipped) DrawBreak(page, LabelWidth + length - 18, y);
        else if (series.Rows.Count > 1) DrawSpread(page, series, y + (BarHeight / 2), scale);
        var right = isClipped ? LabelWidth + length : LabelWidth + Math.Max(length, BarWidth * Math.Min(series.FastestPerSecond, scale) / scale);
        page.Add($"<text class=\"value\" x=\"{right + 7}\" y=\"{y + (BarHeight / 2) + 4.5}\">{Figures.PerSecond(perSecond)}/s");
        if (!series.IsRanked) page.Add($"<tspan class=\"note\" dx=\"6\">{RowReasons.Label(series.Rows.First(row => !row.Ranked))}</tspan>");
        page.Add($"</text>");
    }

    // Two slanted strokes: the bar goes on beyond the scale.
    private static void DrawBreak(HtmlBuilder page, double x, double y) =>
        page.Add($"<path class=\"break\" d=\"M{x} {y + BarHeight + 2}l5 {-BarHeight - 4}M{x + 6} {y + BarHeight + 2}l5 {-BarHeight - 4}\"/>");

    private static void DrawSpread(HtmlBuilder page, Series series, double y, double scale)
    {
        var (from, to) = (LabelWidth + (BarWidth * series.SlowestPerSecond / scale), LabelWidth + (BarWidth * Math.Min(series.FastestPerSecond, scale) / scale));
        page.Add($"<path class=\"spread\" d=\"M{from} {y - 4}v8M{from} {y}H{to}M{to} {y - 4}v8\"/>");
    }

    private static string Meaning(Confirmation level) => level switch
    {
        Confirmation.Buffered => "Buffered: has left this process",
        Confirmation.Accepted => "Accepted: the broker answered for it",
        _ => "Persisted: the broker answered for it, on disk",
    };

    private static string Rank(Series series) => series.Rank is { } rank ? $"{rank}. " : "";
}
