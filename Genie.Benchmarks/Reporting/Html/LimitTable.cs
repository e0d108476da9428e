using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Where the highest rate that holds was searched: the rates tried, and what stopped the next one.</summary>
internal static class LimitTable
{
    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        var rows = results.Runs.Where(row => row.Limit is { Tries.Count: > 0 }).ToList();
        if (rows.Count == 0) return;
        page.Add($"<section><h2>Highest rate that holds</h2><p class=\"note\">Open loop; a rate holds if it is reached to 98 %, without errors, with a clean ledger and within the condition.</p><div class=\"charts\">");
        foreach (var row in rows) DrawFigure(page, row);
        page.Add($"</div>");
        foreach (var row in rows) DrawTries(page, row);
        page.Add($"</section>");
    }

    private static void DrawFigure(HtmlBuilder page, RunRow row)
    {
        var tries = row.Limit!.Tries.Where(attempt => attempt.LatencyMicroseconds.P99 > 0).OrderBy(attempt => attempt.RateAsked).ToList();
        if (tries.Count == 0) return;
        var (rates, latencies) = (LogScale.Around([.. tries.Select(attempt => attempt.RateAsked)]), LogScale.Around([.. tries.Select(attempt => attempt.LatencyMicroseconds.P99)]));
        page.Add($"<figure><figcaption>{Figures.Name(row)}: {Held(row.Limit)}</figcaption>");
        PlotArea.Begin(page, $"99th percentile by rate: {Figures.Name(row)}");
        PlotArea.LogAxes(page, rates, latencies, "requests a second asked; 99th percentile");
        foreach (var attempt in tries)
        {
            page.Add($"<g class=\"{(attempt.Held ? "c2" : "c5")}\">");
            SvgMarker.Draw(page, attempt.Held ? 0 : 4, PlotArea.X(rates.At(attempt.RateAsked)), PlotArea.Y(latencies.At(attempt.LatencyMicroseconds.P99)));
            page.Add($"</g>");
        }

        PlotArea.End(page);
        page.Add($"<p class=\"note\">Circle: held. Triangle: not held.</p></figure>");
    }

    private static void DrawTries(HtmlBuilder page, RunRow row)
    {
        page.Add($"<details><summary>Rates tried: {Figures.Name(row)}</summary><div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Rates tried\"><table><caption>Rates tried for {row.Limit!.Condition}: {Figures.Name(row)}</caption>");
        page.Add($"<thead><tr><th scope=\"col\" class=\"n\">asked</th><th scope=\"col\" class=\"n\">reached</th><th scope=\"col\" class=\"n\">p50</th><th scope=\"col\" class=\"n\">p99</th><th scope=\"col\" class=\"n\">p99.9</th><th scope=\"col\">held</th></tr></thead><tbody>");
        foreach (var attempt in row.Limit.Tries)
        {
            var latency = attempt.LatencyMicroseconds;
            page.Add($"<tr><td class=\"n\">{Figures.PerSecond(attempt.RateAsked)}</td><td class=\"n\">{Figures.PerSecond(attempt.ThroughputPerSecond)}</td><td class=\"n\">{Figures.Latency(latency.P50)}</td>");
            page.Add($"<td class=\"n\">{Figures.Latency(latency.P99)}</td><td class=\"n\">{Figures.Latency(latency.P999)}</td><td>{(attempt.Held ? "yes" : $"no: {attempt.Reason}")}</td></tr>");
        }

        page.Add($"</tbody></table></div></details>");
    }

    private static string Held(LimitFigures limit) => limit.HeldPerSecond > 0 ? $"{Figures.PerSecond(limit.HeldPerSecond)}/s with {limit.Condition}" : $"no rate held {limit.Condition}";
}
