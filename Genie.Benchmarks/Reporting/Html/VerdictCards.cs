using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The first screen: which system for which use, with which confidence, and at what cost.</summary>
internal sealed class VerdictCards(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    // Who is further behind stands in the tables.
    private const int Shown = 5;

    /// <summary>Draws them; nothing where nothing is ranked.</summary>
    public void Draw(HtmlBuilder page, BenchResults results)
    {
        var verdicts = VerdictFinder.Find(results);
        if (verdicts.Count == 0) return;
        page.Add($"<section class=\"verdict\" aria-label=\"The answer\"><div class=\"cards\">");
        foreach (var verdict in verdicts) DrawCard(page, verdict);
        page.Add($"</div></section>");
    }

    private void DrawCard(HtmlBuilder page, UseVerdict verdict)
    {
        var winner = verdict.Winner;
        page.Add($"<article><h2>{verdict.Use}</h2><p class=\"winner {Colour(winner)}\">{winner.Series.Name}</p><p class=\"figure\">{verdict.Format(winner.Interval.Median)}</p>");
        page.Add($"<p class=\"note\">{verdict.Measured}</p><dl><div><dt>interval</dt><dd>{verdict.Confidence}{Unsettled(winner.Series)}</dd></div>");
        page.Add($"<div><dt>cost</dt><dd>{Cost(winner.Series)}</dd></div></dl>");
        DrawRace(page, verdict);
        page.Add($"</article>");
    }

    private void DrawRace(HtmlBuilder page, UseVerdict verdict)
    {
        var shown = verdict.Contenders.Take(Shown).ToList();
        var scale = shown.Max(contender => contender.Interval.High);
        page.Add($"<table class=\"race\"><caption>{verdict.Use}</caption><thead><tr><th scope=\"col\">system</th><th scope=\"col\">beside the others</th><th scope=\"col\">median</th></tr></thead><tbody>");
        foreach (var contender in shown)
        {
            var (median, low, high) = (100 * contender.Interval.Median / scale, 100 * contender.Interval.Low / scale, 100 * contender.Interval.High / scale);
            page.Add($"<tr class=\"{Colour(contender)}\"><th scope=\"row\">{contender.Series.Name}</th><td><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"bar\" width=\"{median}\" height=\"10\"/>");
            if (contender.Interval.Confidence > 0) page.Add($"<path class=\"spread\" d=\"M{low} 2v6M{low} 5H{high}M{high} 2v6\"/>");
            page.Add($"</svg></td><td class=\"n\">{verdict.Format(contender.Interval.Median)}</td></tr>");
        }

        page.Add($"</tbody></table>");
        if (verdict.Contenders.Count > shown.Count) page.Add($"<p class=\"note\">and {verdict.Contenders.Count - shown.Count} more below</p>");
    }

    private string Colour(Contender contender) => SeriesLook.Of(contender.Series, looks).ColourClass;

    private static string Cost(Series series)
    {
        var row = series.Median;
        var cpu = $"{Figures.Latency(VerdictFinder.CpuMicroseconds(row))} of processor time a message";
        return $"{cpu}, {Figures.Count(row.ClientProcess.PeakRssMebibytes + row.WorkerProcess.PeakRssMebibytes)} MiB, 99 % within {Figures.Latency(row.LatencyMicroseconds.P99)}; "
            + $"{Figures.Name(row.Confirmation)}{(row.Mode == RunMode.RoundTrip ? " round trip" : "")}, {row.Connections} x {row.InFlight} in flight";
    }

    private static string Unsettled(Series series) =>
        series.Rows.Any(row => row.Marks.Any(mark => mark.Kind == RowMarkKinds.NotSettled)) ? "; its warm-up had not settled" : "";
}
