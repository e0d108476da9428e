using System.Globalization;
using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The report as one HTML page that refers to nothing outside itself and runs no script.</summary>
public static class HtmlReport
{
    private static readonly Lazy<string> Style = new(ReadStyle);

    /// <summary>The page.</summary>
    public static string Create(BenchResults results)
    {
        var page = new HtmlBuilder();
        var looks = SeriesLook.For(results);
        page.Add($"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><title>Messaging systems measured, {Date(results.Started)}</title><style>");
        page.AddTrusted(Style.Value).Add($"</style></head><body><main>");
        ThroughputChart.DrawPattern(page);
        DrawHead(page, results);
        foreach (var group in LoadGroup.Of(results)) DrawGroup(page, group, looks);
        GuaranteeTable.Draw(page, results);
        DrawReading(page);
        page.Add($"</main></body></html>\n");
        return page.ToString();
    }

    /// <summary>Writes the page; a reader never sees half a file.</summary>
    public static async Task WriteAsync(string path, BenchResults results, CancellationToken cancellationToken)
    {
        var unfinished = path + ".unfinished";
        await File.WriteAllTextAsync(unfinished, Create(results), Encoding.UTF8, cancellationToken).ConfigureAwait(false);
        File.Move(unfinished, path, overwrite: true);
    }

    private static void DrawHead(HtmlBuilder page, BenchResults results)
    {
        var machine = results.Machine;
        page.Add($"<header><h1>Messaging systems measured</h1>");
        if (results.Partial) page.Add($"<p class=\"alert\" role=\"note\">Partial: the measurement was ended before its last run.</p>");
        page.Add($"<dl><div><dt>When</dt><dd>{Date(results.Started)} UTC{Duration(results)}</dd></div>");
        page.Add($"<div><dt>Machine</dt><dd>{machine.Cores} cores{Optional(", ", machine.Cpu)}{(machine.MemoryMebibytes > 0 ? $", {Figures.Count(machine.MemoryMebibytes)} MiB" : "")}{Optional(", ", machine.Os)}{Optional(", ", machine.Runtime)}</dd></div>");
        if (results.CommandLine.Length > 0) page.Add($"<div><dt>Command</dt><dd><code>{results.CommandLine}</code></dd></div>");
        page.Add($"<div><dt>Rows</dt><dd>{Verdict(results)}</dd></div></dl>");
        foreach (var remark in results.Remarks) page.Add($"<p class=\"note\">{remark}</p>");
        page.Add($"</header>");
    }

    private static void DrawGroup(HtmlBuilder page, LoadGroup group, Dictionary<(string Broker, string Client), SeriesLook> looks)
    {
        page.Add($"<section><h2>{group.Shape.Title}</h2><p class=\"note\">{group.Shape.Details}</p><div class=\"charts\"><figure class=\"across\"><figcaption>Throughput</figcaption>");
        new ThroughputChart(looks).Draw(page, group);
        DrawReasons(page, group);
        page.Add($"</figure><figure><figcaption>Latency by percentile</figcaption>");
        new LatencyChart(looks).Draw(page, group);
        if (TimeLineChart.HasLines(group))
        {
            page.Add($"</figure><figure><figcaption>Time line</figcaption>");
            new TimeLineChart(looks).Draw(page, group);
        }

        page.Add($"</figure></div>");
        RowTable.DrawSpeed(page, group);
        RowTable.DrawLedger(page, group);
        RowTable.DrawResources(page, group);
        page.Add($"</section>");
    }

    private static void DrawReasons(HtmlBuilder page, LoadGroup group)
    {
        var unranked = group.Series.Where(series => !series.IsRanked).ToList();
        if (unranked.Count == 0) return;
        page.Add($"<p class=\"note\">Not ranked:</p><ul class=\"reasons\">");
        foreach (var series in unranked) page.Add($"<li>{series.Name}, {Figures.Name(series.Confirmation)}: {string.Join("; ", series.Reasons)}</li>");
        page.Add($"</ul>");
    }

    private static void DrawReading(HtmlBuilder page)
    {
        page.Add($"<section class=\"reading\"><h2>How to read this</h2><ul>");
        string[] sentences =
        [
            "Ranks hold within one load and one confirmation level only: to have left the process, to be answered for by the broker, and to be on disk are different promises.",
            "A hatched bar is not ranked; the remarks say why. A reference (no broker, or no second process) shows what the workload itself costs; where it is faster than the scale, its bar is broken.",
            "Latency counts from the intended send. With a rate asked for, a system that stalls pays for every request that was due meanwhile.",
            "The ledger covers the run and the drain after it: sent = delivered + lost. A message lost after its confirmation makes the row invalid.",
            "Where repetitions were measured, a bar shows the median and the line across it the slowest and the fastest; curves are those of the median.",
            "Figures hold for this machine, this load and these settings. They say nothing of a network between machines, of larger clusters, or of weeks of running.",
        ];
        foreach (var sentence in sentences) page.Add($"<li>{sentence}</li>");
        page.Add($"</ul></section>");
    }

    private static string Verdict(BenchResults results)
    {
        var (ranked, invalid) = (results.Runs.Count(row => row.Ranked), results.Runs.Count(row => !row.Valid));
        return $"{Figures.Count(results.Runs.Count)} measured, {Figures.Count(ranked)} ranked, {Figures.Count(invalid)} invalid";
    }

    private static string Date(DateTimeOffset moment) => moment.ToUniversalTime().ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    private static string Duration(BenchResults results) =>
        results.Ended is { } ended ? $", {Figures.Three((ended - results.Started).TotalMinutes)} minutes{Optional(", ", results.Tool)}" : "";

    private static string Optional(string separator, string text) => text.Length > 0 ? separator + text : "";

    private static string ReadStyle()
    {
        using var stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("report.css")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
