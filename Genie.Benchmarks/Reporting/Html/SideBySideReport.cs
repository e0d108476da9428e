using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Two results side by side as one page.</summary>
internal static class SideBySideReport
{
    private static readonly string[] Columns = ["A, median", "B, median", "B / A", "interval", "p", "Cliff's delta"];

    /// <summary>The page.</summary>
    public static string Create(SideBySideResults results)
    {
        var page = new HtmlBuilder();
        HtmlPage.Begin(page, $"{results.NameA} beside {results.NameB}");
        DrawHead(page, results);
        foreach (var pair in results.Pairs) DrawPair(page, pair, results.Confidence);
        DrawReading(page, results);
        return HtmlPage.End(page);
    }

    private static void DrawHead(HtmlBuilder page, SideBySideResults results)
    {
        page.Add($"<header><h1>Side by side</h1>");
        if (results.A.Partial || results.B.Partial) page.Add($"<p class=\"alert\" role=\"note\">Partial: a measurement was ended before its last run.</p>");
        page.Add($"<dl>");
        foreach (var (side, name, run) in new[] { ("A", results.NameA, results.A), ("B", results.NameB, results.B) })
            page.Add($"<div><dt>{side}</dt><dd><code>{name}</code>, {HtmlPage.Date(run.Started)} UTC{HtmlPage.Optional(", ", run.Tool)}<br/>{HtmlPage.Machine(run.Machine)}</dd></div>");
        page.Add($"<div><dt>Verdicts</dt><dd>{Count(results, Verdict.Better)} better, {Count(results, Verdict.Worse)} worse, {Count(results, Verdict.NoDifferenceShown)} no difference shown, {Count(results, Verdict.TooFewRepeats)} with too few repeats; {SideBySideText.Percent(results.Confidence)} sure of all together</dd></div></dl>");
        foreach (var note in SideBySideText.Notes(results)) page.Add($"<p class=\"note\">{note}</p>");
        page.Add($"</header>");
    }

    private static void DrawPair(HtmlBuilder page, PairComparison pair, double confidence)
    {
        page.Add($"<section><h2>{pair.Pair.Name}</h2><p class=\"note\">{pair.Pair.Load}</p>");
        foreach (var doubt in pair.Doubts) page.Add($"<p class=\"alert\" role=\"note\">{doubt}</p>");
        page.Add($"<div class=\"charts\"><figure><figcaption>B over A</figcaption>");
        RatioChart.Draw(page, pair);
        page.Add($"</figure><figure><figcaption>Repetitions: {pair.Pair.A.Rows.Count} of A, {pair.Pair.B.Rows.Count} of B</figcaption>");
        RepeatChart.Draw(page, pair);
        page.Add($"</figure><figure><figcaption>Latency by percentile, of the repetition of median throughput</figcaption>");
        DrawLatency(page, pair.Pair);
        page.Add($"</figure></div>");
        DrawMeasures(page, pair);
        if (pair.Tails.Count > 0) DrawTails(page, pair, confidence);
        page.Add($"</section>");
    }

    private static void DrawLatency(HtmlBuilder page, SeriesPair pair)
    {
        Series[] sides = [pair.A with { Broker = $"A: {pair.A.Broker}" }, pair.B with { Broker = $"B: {pair.B.Broker}" }];
        var looks = sides.Select((side, i) => (side, look: new SeriesLook($"c{i}", i == 0 ? "none" : "7 3", i * 3)))
            .ToDictionary(pair => (pair.side.Broker, pair.side.Client), pair => pair.look);
        new LatencyChart(looks).Draw(page, new LoadGroup(pair.ShapeA, sides));
    }

    private static void DrawMeasures(HtmlBuilder page, PairComparison pair)
    {
        BeginTable(page, $"Repetition by repetition: {pair.Pair.Name}", ["measure", .. Columns, "verdict"]);
        foreach (var measure in pair.Measures)
        {
            var cells = SideBySideText.Cells(measure);
            page.Add($"<tr class=\"{(measure.Verdict == Verdict.Worse ? "invalid" : "valid")}\"><th scope=\"row\">{cells[0]}</th>");
            foreach (var cell in cells[1..^1]) page.Add($"<td class=\"n\">{cell}</td>");
            page.Add($"<td class=\"strong\">{cells[^1]}</td></tr>");
        }

        page.Add($"</tbody></table></div>");
    }

    private static void DrawTails(HtmlBuilder page, PairComparison pair, double confidence)
    {
        BeginTable(page, $"All repetitions together, {SideBySideText.Percent(confidence)} intervals by bootstrap: {pair.Pair.Name}", ["percentile", "A", "A, interval", "B", "B, interval", "intervals"]);
        foreach (var tail in pair.Tails)
        {
            page.Add($"<tr><th scope=\"row\">p{tail.Percentile}</th>");
            foreach (var side in new[] { tail.A, tail.B })
                page.Add($"<td class=\"n\">{Latency(side.Nanoseconds)}</td><td class=\"n\">{Latency(side.LowNanoseconds)} to {Latency(side.HighNanoseconds)}</td>");
            page.Add($"<td>{(tail.A.IsApartFrom(tail.B) ? "apart" : "overlap")}</td></tr>");
        }

        page.Add($"</tbody></table></div>");
    }

    private static void BeginTable(HtmlBuilder page, string caption, IReadOnlyList<string> titles)
    {
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption>{caption}</caption><thead><tr>");
        for (var i = 0; i < titles.Count; i++) page.Add($"<th scope=\"col\" class=\"{(i > 0 && i < titles.Count - 1 ? "n" : "text")}\">{titles[i]}</th>");
        page.Add($"</tr></thead><tbody>");
    }

    private static void DrawReading(HtmlBuilder page, SideBySideResults results)
    {
        page.Add($"<section class=\"reading\"><h2>How to read this</h2><ul>");
        string[] sentences =
        [
            $"A verdict needs the repetitions to differ by more than chance would have it: Mann and Whitney's rank test, its risk of {SideBySideText.Percent(1 - results.Confidence)} shared out among all {results.Tests} tests of this page.",
            "No difference shown is not the same as no difference: the interval says how large one could still be.",
            "B / A is the median of all ratios of a repetition of B to one of A (Hodges and Lehmann), with the interval that goes with the test. For latencies, below 1 is better.",
            "Cliff's delta says how far the repetitions are apart: at 1 or -1 none overlap, at 0 they mix evenly.",
            "Bootstrap intervals of percentiles draw repetitions, then requests. With few repetitions they are too narrow; from one repetition they know nothing of how repetitions differ.",
            "Only interleaved repetitions (genie compare with two configurations) are safe from a machine that changed in between.",
        ];
        foreach (var sentence in sentences) page.Add($"<li>{sentence}</li>");
        page.Add($"</ul></section>");
    }

    private static int Count(SideBySideResults results, Verdict verdict) => results.Pairs.Sum(pair => pair.Measures.Count(measure => measure.Verdict == verdict));

    private static string Latency(long nanoseconds) => Figures.Latency(nanoseconds / 1e3);
}
