using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The first screen: which system for which use, with which confidence, and at what cost.</summary>
internal sealed class VerdictCards(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    /// <summary>Draws them; nothing where nothing is ranked.</summary>
    public void Draw(HtmlBuilder page, IReadOnlyList<UseVerdict> verdicts)
    {
        if (verdicts.Count == 0) return;
        page.Add($"<section class=\"verdict\" aria-label=\"The answer\"><div class=\"cards\">");
        foreach (var verdict in verdicts) DrawCard(page, verdict);
        page.Add($"</div>");
        new AnswerMatrix(looks).Draw(page, verdicts);
        page.Add($"</section>");
    }

    private void DrawCard(HtmlBuilder page, UseVerdict verdict)
    {
        var winner = verdict.Winner;
        page.Add($"<article><h2>{verdict.Use}</h2><p class=\"winner {Colour(winner)}\">{winner.Series.Name}</p><p class=\"figure\">{verdict.Format(winner.Interval.Median)}</p>");
        page.Add($"<p class=\"note\">{verdict.Measured}</p><dl><div><dt>interval</dt><dd>{verdict.Confidence}{Unsettled(winner.Series)}</dd></div>");
        page.Add($"<div><dt>cost</dt><dd>{Cost(winner.Series)}</dd></div></dl>");
        page.Add($"</article>");
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
        series.Has(RowMarkKinds.NotSettled) ? "; its warm-up had not settled" : "";
}
