using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Thresholds;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>The report as one HTML page that refers to nothing outside itself.</summary>
public static class HtmlReport
{
    /// <summary>The page.</summary>
    /// <param name="results">What it shows.</param>
    /// <param name="resultsFile">Where the figures are, as a relative URL; null for no link.</param>
    /// <param name="isLive">True for a page of <c>genie watch</c>, which follows the measurement that is under way.</param>
    public static string Create(BenchResults results, string? resultsFile = null, bool isLive = false)
    {
        var page = new HtmlBuilder();
        var looks = SeriesLook.For(results);
        var (verdicts, groups) = (VerdictFinder.Find(results), LoadGroup.Of(results.WithoutSweep()));
        HtmlPage.Begin(page, $"Messaging systems measured, {HtmlPage.Date(results.Started)}", isLive);
        ThroughputChart.DrawPattern(page);
        DrawHead(page, results, verdicts, looks, resultsFile, isLive);
        ThresholdTable.Draw(page, results);
        new SweepSection(looks).Draw(page, results);
        ScalingSection.Draw(page, results);
        LadderChart.Draw(page, results);
        OverheadSection.Draw(page, results);
        LimitTable.Draw(page, results);
        DrawFilter(page, results);
        foreach (var group in groups) DrawGroup(page, group, looks);
        new SystemPages(looks).Draw(page, results, verdicts, groups);
        DrawReading(page);
        return HtmlPage.End(page, isLive);
    }

    /// <summary>Writes the page; a reader never sees half a file.</summary>
    /// <param name="path">Where.</param>
    /// <param name="results">What it shows.</param>
    /// <param name="resultsFile">The file that the results are in, which the page links to.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static Task WriteAsync(string path, BenchResults results, string resultsFile, CancellationToken cancellationToken)
    {
        var relative = Path.GetRelativePath(Path.GetDirectoryName(Path.GetFullPath(path))!, resultsFile);
        return HtmlPage.WriteAsync(path, Create(results, string.Join('/', relative.Split(Path.DirectorySeparatorChar).Select(Uri.EscapeDataString))), cancellationToken);
    }

    private static void DrawHead(
        HtmlBuilder page, BenchResults results, IReadOnlyList<UseVerdict> verdicts, Dictionary<(string Broker, string Client), SeriesLook> looks, string? resultsFile, bool isLive)
    {
        page.Add($"<header><h1>Messaging systems measured</h1>");
        if (results.Partial && isLive) page.Add($"<p class=\"note\" role=\"status\">Under way: this page follows the measurement. So far {Figures.Count(results.Runs.Count)} rows.</p>");
        else if (results.Partial) page.Add($"<p class=\"alert\" role=\"note\">Partial: the measurement was ended before its last run.</p>");
        new VerdictCards(looks).Draw(page, verdicts);
        page.Add($"<dl><div><dt>When</dt><dd>{HtmlPage.Date(results.Started)} UTC{Duration(results)}</dd></div>");
        page.Add($"<div><dt>Machine</dt><dd>{HtmlPage.Machine(results.Machine)}</dd></div>");
        if (results.CommandLine.Length > 0) page.Add($"<div><dt>Command</dt><dd><code>{results.CommandLine}</code></dd></div>");
        page.Add($"<div><dt>Rows</dt><dd>{Verdict(results)}");
        if (resultsFile is not null) page.Add($"; <a href=\"{resultsFile}\">{resultsFile}</a> has every figure");
        page.Add($"</dd></div></dl>");
        foreach (var remark in results.Remarks) page.Add($"<p class=\"note\">{remark}</p>");
        page.Add($"</header>");
    }

    // Hidden until the script can act on it.
    private static void DrawFilter(HtmlBuilder page, BenchResults results)
    {
        var systems = results.Runs.Select(row => row.Broker).Distinct().ToList();
        if (systems.Count < 2) return;
        page.Add($"<fieldset class=\"filter\" hidden=\"hidden\"><legend>Systems shown</legend>");
        foreach (var system in systems) page.Add($"<label><input type=\"checkbox\" checked=\"checked\" value=\"{system}\"/>{system}</label>");
        page.Add($"</fieldset>");
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

        page.Add($"</figure>");
        if (SoakCharts.HasLines(group)) new SoakCharts(looks).Draw(page, group);
        page.Add($"</div>");
        RowTable.DrawSpeed(page, group);
        RowTable.DrawLedger(page, group);
        RowTable.DrawResources(page, group);
        page.Add($"</section>");
    }

    private static void DrawReasons(HtmlBuilder page, LoadGroup group)
    {
        var marked = group.Series.Where(series => series.Reasons.Count > 0).ToList();
        if (marked.Count == 0) return;
        page.Add($"<details><summary>Not ranked, or ranked with a remark: {Figures.Count(marked.Count)}</summary><ul class=\"reasons\">");
        foreach (var series in marked) page.Add($"<li data-system=\"{series.Broker}\">{series.Name}, {Figures.Name(series.Confirmation)}: {string.Join("; ", series.Reasons)}</li>");
        page.Add($"</ul></details>");
    }

    private static void DrawReading(HtmlBuilder page)
    {
        page.Add($"<section class=\"reading\"><h2>How to read this</h2><ul>");
        string[] sentences =
        [
            "Ranks hold within one load and one confirmation level only: to have left the process, to be answered for by the broker, and to be on disk are different promises.",
            "A hatched bar is not ranked: invalid, as the remarks say, or a reference, which is no messaging system; where a reference is faster than the scale, its bar is broken. Every other row is ranked, the fastest first; rows whose intervals overlap share a rank.",
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

    private static string Duration(BenchResults results) =>
        results.Ended is { } ended ? $", {Figures.Three((ended - results.Started).TotalMinutes)} minutes{HtmlPage.Optional(", ", results.Tool)}" : "";
}
