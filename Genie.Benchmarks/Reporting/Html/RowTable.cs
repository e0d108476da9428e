using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>All figures of one load: speed, ledger, and what was used.</summary>
internal static class RowTable
{
    private static readonly string[] SpeedColumns = ["per second", "interval", "arrived", "CPU a message", "mean", "p50", "p90", "p99", "p99.9", "max", "first request"];
    private static readonly string[] LedgerColumns = ["sent", "confirmed", "delivered", "lost", "lost after confirm", "duplicated", "reordered", "corrupted", "misrouted", "late", "errors"];
    private static readonly string[] EffectColumns = ["effects expected", "effects missing", "effects double", "effects nobody promised"];
    private static readonly string[] ResourceColumns = ["CPU s", "bytes allocated per request", "GC pauses ms", "peak MiB"];

    public static void DrawSpeed(HtmlBuilder page, LoadGroup group)
    {
        Begin(page, $"Speed: {group.Shape.Title}");
        page.Add($"<thead><tr><th scope=\"col\">rank</th><th scope=\"col\">system</th><th scope=\"col\">client</th><th scope=\"col\">server</th><th scope=\"col\">confirmation</th>");
        AddTitles(page, SpeedColumns);
        page.Add($"</tr></thead><tbody>");
        foreach (var series in group.Series)
        {
            var row = series.Median;
            page.Add($"<tr class=\"{Validity(series)}\" data-system=\"{row.Broker}\"><td>{RowReasons.Rank(series)}</td><th scope=\"row\">{row.Broker}</th>");
            page.Add($"<td class=\"client\">{ClientOf(row)}</td><td class=\"client\">{row.Server}</td><td>{Figures.Name(row.Confirmation)}</td>");
            if (row.Requests > 0) AddSpeed(page, series);
            else page.Add($"<td class=\"none\" colspan=\"{SpeedColumns.Length}\">not measured</td>");
            page.Add($"</tr>");
        }

        page.Add($"</tbody></table></div>");
    }

    public static void DrawLedger(HtmlBuilder page, LoadGroup group)
    {
        page.Add($"<details><summary>Ledger: {LedgerText(group)}</summary>");
        Begin(page, $"Ledger, in messages: {group.Shape.Title}", "ledger sortable");
        page.Add($"<thead><tr><th scope=\"col\">system</th><th scope=\"col\">client</th><th scope=\"col\">confirmation</th>");
        AddTitles(page, LedgerColumns);
        var withEffects = group.Series.Any(series => series.Effects is not null);
        if (withEffects) AddTitles(page, EffectColumns);
        page.Add($"</tr></thead><tbody>");
        foreach (var series in group.Series)
        {
            page.Add($"<tr class=\"{Validity(series)}\" data-system=\"{series.Broker}\"><th scope=\"row\">{series.Broker}</th><td>{series.Client}</td><td>{Figures.Name(series.Confirmation)}</td>");
            AddLedger(page, series.Ledger);
            if (withEffects) AddEffects(page, series.Effects);
            page.Add($"</tr>");
        }

        page.Add($"</tbody></table></div></details>");
    }

    public static void DrawResources(HtmlBuilder page, LoadGroup group)
    {
        page.Add($"<details><summary>Processor, memory and garbage collection</summary>");
        Begin(page, $"Resources used in {group.Shape.Title}");
        page.Add($"<thead><tr><th rowspan=\"2\" scope=\"col\">system</th><th rowspan=\"2\" scope=\"col\">client</th><th colspan=\"4\" scope=\"colgroup\">client process</th><th colspan=\"4\" scope=\"colgroup\">worker process</th></tr><tr>");
        AddTitles(page, ResourceColumns.Concat(ResourceColumns));
        page.Add($"</tr></thead><tbody>");
        foreach (var row in group.Series.Select(series => series.Median).Where(row => row.Requests > 0))
        {
            page.Add($"<tr data-system=\"{row.Broker}\"><th scope=\"row\">{row.Broker}</th><td>{ClientOf(row)}</td>");
            foreach (var process in new[] { row.ClientProcess, row.WorkerProcess })
                page.Add($"<td class=\"n\">{Figures.Three(process.CpuSeconds)}</td><td class=\"n\">{Figures.Three(process.AllocatedBytesPerRequest)}</td><td class=\"n\">{Figures.Three(process.GcPauseMilliseconds)}</td><td class=\"n\">{Figures.Three(process.PeakRssMebibytes)}</td>");
            page.Add($"</tr>");
        }

        page.Add($"</tbody></table></div></details>");
    }

    /// <summary>Begins a table that can be sorted, in a region that scrolls by itself.</summary>
    public static void Begin(HtmlBuilder page, string caption, string kind = "figures sortable") =>
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table class=\"{kind}\"><caption>{caption}</caption>");

    private static void AddTitles(HtmlBuilder page, IEnumerable<string> columns)
    {
        foreach (var column in columns) page.Add($"<th scope=\"col\" class=\"n\">{column}</th>");
    }

    private static void AddSpeed(HtmlBuilder page, Series series)
    {
        var row = series.Median;
        var latency = row.LatencyMicroseconds;
        var asked = row.RateAsked > 0 ? $" of {Figures.PerSecond(row.RateAsked)}" : "";
        page.Add($"<td class=\"n strong\" data-value=\"{Figures.Exact(series.Throughput.Median)}\">{Figures.PerSecond(series.Throughput.Median)}{asked}</td><td class=\"n\">{Figures.Spread(series.Throughput)}</td>");
        page.Add($"<td class=\"n\" data-value=\"{Figures.Exact(series.Arrived.Median)}\">{Figures.PerSecond(series.Arrived.Median)}</td>");
        foreach (var microseconds in new[] { VerdictFinder.CpuMicroseconds(row), latency.Mean, latency.P50, latency.P90, latency.P99, latency.P999, latency.Max })
            AddLatency(page, microseconds);
        if (row.FirstRequestMilliseconds is { } first) AddLatency(page, first * 1e3);
        else page.Add($"<td class=\"n\"></td>");
    }

    private static void AddLedger(HtmlBuilder page, LedgerFigures ledger)
    {
        foreach (var count in new[] { ledger.Sent, ledger.Confirmed, ledger.Delivered }) page.Add($"<td class=\"n\">{Figures.Count(count)}</td>");
        long[] faults = [ledger.Lost, ledger.LostAfterConfirm, ledger.Duplicated, ledger.Reordered, ledger.Corrupted, ledger.Misrouted, ledger.Late, ledger.Errors];
        foreach (var count in faults) AddFault(page, count);
    }

    private static void AddEffects(HtmlBuilder page, EffectFigures? effects)
    {
        if (effects is null)
        {
            page.Add($"<td class=\"none\" colspan=\"{EffectColumns.Length}\">not verified</td>");
            return;
        }

        page.Add($"<td class=\"n\">{Figures.Count(effects.Expected)}</td>");
        foreach (var count in new[] { effects.Missing, effects.Doubled }) AddFault(page, count);
        page.Add($"<td class=\"n\">{Figures.Count(effects.Uncovered)}</td>");
    }

    /// <summary>A cell with a latency.</summary>
    public static void AddLatency(HtmlBuilder page, double microseconds) => page.Add($"<td class=\"n\" data-value=\"{Figures.Exact(microseconds)}\">{Figures.Latency(microseconds)}</td>");

    /// <summary>A cell with a count that should be 0.</summary>
    public static void AddFault(HtmlBuilder page, long count) => page.Add($"<td class=\"n{(count == 0 ? " zero" : " fault")}\">{Figures.Count(count)}</td>");

    /// <summary>A client with its version, where that is known.</summary>
    public static string ClientOf(RunRow row) => row.ClientVersion.Length > 0 ? $"{row.Client}: {row.ClientVersion}" : row.Client;

    private static string LedgerText(LoadGroup group)
    {
        var ledgers = group.Series.SelectMany(series => series.Rows).Select(row => row.Ledger).ToList();
        var (sent, lost) = (ledgers.Sum(ledger => ledger.Sent), ledgers.Sum(ledger => ledger.Lost));
        return $"{Figures.Count(sent)} messages sent, {(lost == 0 ? "none lost" : $"{Figures.Count(lost)} lost")}";
    }

    private static string Validity(Series series) => series.Rows.All(row => row.Valid) ? "valid" : "invalid";
}
