using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>One page a system: its ranks, its curves in every load, what failed, and what a user may rely on.</summary>
internal sealed class SystemPages(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    private static readonly string[] Columns = ["per second", "p50", "p99", "processor time a message", "lost", "duplicated", "errors"];

    /// <summary>The anchor of a system's page.</summary>
    public static string IdOf(string broker) => $"system-{broker}";

    /// <summary>Draws them; each is closed until it is looked for.</summary>
    public void Draw(HtmlBuilder page, BenchResults results, IReadOnlyList<UseVerdict> verdicts, IReadOnlyList<LoadGroup> groups)
    {
        var systems = results.Runs.GroupBy(row => row.Broker).OrderBy(system => system.All(row => row.Marks.Any(mark => mark.Kind == RowMarkKinds.Baseline))).ToList();
        if (systems.Count == 0) return;
        page.Add($"<section><h2>System by system</h2>");
        foreach (var system in systems) DrawSystem(page, system.Key, [.. system], verdicts, groups);
        page.Add($"</section>");
    }

    private void DrawSystem(HtmlBuilder page, string broker, IReadOnlyList<RunRow> rows, IReadOnlyList<UseVerdict> verdicts, IReadOnlyList<LoadGroup> groups)
    {
        page.Add($"<details class=\"system\" data-system=\"{broker}\"><summary id=\"{IdOf(broker)}\"><strong>{broker}</strong> {Ranks(broker, verdicts)}</summary>");
        var own = groups.Select(group => (All: group, Own: new LoadGroup(group.Shape, [.. group.Series.Where(series => series.Broker == broker)]))).Where(group => group.Own.Series.Count > 0).ToList();
        if (own.Count > 0)
        {
            DrawCharts(page, own);
            DrawRows(page, broker, own.Select(group => group.Own));
        }

        DrawRemarks(page, rows);
        foreach (var card in rows.Where(row => row.Guarantees is not null).GroupBy(row => row.Guarantees!)) DrawGuarantees(page, card.Key, $"{broker} ({string.Join(", ", card.Select(row => row.Client).Distinct())})");
        page.Add($"</details>");
    }

    private void DrawCharts(HtmlBuilder page, List<(LoadGroup All, LoadGroup Own)> groups)
    {
        page.Add($"<div class=\"charts\">");
        foreach (var (all, group) in groups.Where(group => group.Own.Series.Any(series => series.HasFigures)))
        {
            page.Add($"<figure><figcaption>Latency by percentile: {group.Shape.Title}</figcaption>");
            new LatencyChart(looks).Draw(page, group, scaledAs: all);
            page.Add($"</figure>");
            if (!group.Series.Any(series => series.Rows.Any(row => row.Faults is { Count: > 0 } || row.Ledger.Errors > 0)) || !TimeLineChart.HasLines(group)) continue;
            page.Add($"<figure><figcaption>Time line with errors: {group.Shape.Title}</figcaption>");
            new TimeLineChart(looks).Draw(page, group);
            page.Add($"</figure>");
        }

        page.Add($"</div>");
    }

    private static void DrawRows(HtmlBuilder page, string broker, IEnumerable<LoadGroup> own)
    {
        RowTable.Begin(page, $"Medians of {broker} in every load");
        page.Add($"<thead><tr><th scope=\"col\">load</th><th scope=\"col\">client</th><th scope=\"col\">confirmation</th><th scope=\"col\">rank</th>");
        foreach (var column in Columns) page.Add($"<th scope=\"col\" class=\"n\">{column}</th>");
        page.Add($"</tr></thead><tbody>");
        foreach (var (group, series) in own.SelectMany(group => group.Series.Select(series => (group, series))))
        {
            var row = series.Median;
            page.Add($"<tr><th scope=\"row\">{group.Shape.Title}, {group.Shape.InFlight} in flight</th><td>{RowTable.ClientOf(row)}</td><td>{Figures.Name(series.Confirmation)}</td><td>{(series.Rank is { } rank ? $"{rank}" : RowReasons.Label(series.Rows.First(each => !each.Ranked)))}</td>");
            page.Add($"<td class=\"n\" data-value=\"{Figures.Exact(row.ThroughputPerSecond)}\">{Figures.PerSecond(row.ThroughputPerSecond)}</td>");
            foreach (var microseconds in new[] { row.LatencyMicroseconds.P50, row.LatencyMicroseconds.P99, VerdictFinder.CpuMicroseconds(row) }) RowTable.AddLatency(page, microseconds);
            foreach (var count in new[] { series.Rows.Sum(each => each.Ledger.Lost), series.Rows.Sum(each => each.Ledger.Duplicated), series.Rows.Sum(each => each.Ledger.Errors) }) RowTable.AddFault(page, count);
            page.Add($"</tr>");
        }

        page.Add($"</tbody></table></div>");
    }

    private static void DrawRemarks(HtmlBuilder page, IReadOnlyList<RunRow> rows)
    {
        var remarks = rows.SelectMany(row => row.Remarks.Concat(RowReasons.Of(row)).Select(text => (row.Client, text))).Distinct().ToList();
        if (remarks.Count == 0) return;
        page.Add($"<p class=\"note\">Remarks:</p><ul class=\"reasons\">");
        foreach (var (client, text) in remarks) page.Add($"<li>{client}: {text}</li>");
        page.Add($"</ul>");
    }

    private static void DrawGuarantees(HtmlBuilder page, GuaranteeCard card, string name)
    {
        page.Add($"<h3>What {name} guarantees</h3><dl class=\"guarantees\">");
        foreach (var (promise, text) in new[]
        {
            ("confirmation", card.Confirmation), ("after a client's crash", card.ClientCrash), ("after a server's crash", card.ServerCrash),
            ("order", card.Ordering), ("largest message", card.LargestMessage), ("competing consumers", card.CompetingConsumers),
        })
            page.Add($"<div><dt>{promise}</dt><dd>{text}</dd></div>");
        page.Add($"</dl>");
    }

    private static string Ranks(string broker, IReadOnlyList<UseVerdict> verdicts) => string.Join("; ", verdicts.Select(verdict => (verdict, contender: Best(verdict, broker))).Where(each => each.contender is not null)
        .Select(each => $"{each.verdict.Use}: {AnswerMatrix.RanksOf(each.verdict)[each.contender!.Series.Name]} of {each.verdict.Contenders.Count}, {each.verdict.Format(each.contender.Interval.Median)}"));

    private static Contender? Best(UseVerdict verdict, string broker) => verdict.Contenders.FirstOrDefault(contender => contender.Series.Broker == broker);
}
