using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting.SideBySide;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Trends as one page.</summary>
internal static class HistoryPage
{
    /// <summary>The page.</summary>
    /// <param name="trends">What it shows.</param>
    /// <param name="confidence">Of all changes together.</param>
    public static string Create(IReadOnlyList<HistoryTrend> trends, double confidence)
    {
        var page = new HtmlBuilder();
        HtmlPage.Begin(page, "History");
        page.Add($"<header><h1>History</h1>");
        DrawChanges(page, trends);
        page.Add($"</header>");
        foreach (var machine in trends.GroupBy(trend => trend.Series.Key.Machine))
        {
            foreach (var series in machine.GroupBy(trend => trend.Series)) DrawSeries(page, series.Key, [.. series]);
        }

        DrawReading(page, confidence);
        return HtmlPage.End(page);
    }

    private static void DrawChanges(HtmlBuilder page, IReadOnlyList<HistoryTrend> trends)
    {
        var changes = trends.SelectMany(trend => trend.Changes.Select(change => (Trend: trend, Change: change))).OrderByDescending(pair => pair.Trend.Points[pair.Change.Index].Started).ToList();
        if (changes.Count == 0)
        {
            page.Add($"<p>No change is shown in any of {trends.Count} trends.</p>");
            return;
        }

        page.Add($"<ul>");
        foreach (var (trend, change) in changes) page.Add($"<li>{trend.Series.Key.Name}, {trend.Measure.Name}: {HistoryText.Words(trend, change)}</li>");
        page.Add($"</ul>");
    }

    private static void DrawSeries(HtmlBuilder page, HistorySeries series, IReadOnlyList<HistoryTrend> trends)
    {
        page.Add($"<section><h2>{series.Key.Name}</h2><p class=\"note\">{series.Key.Load.Details}; {series.Key.Machine}</p><div class=\"charts\">");
        foreach (var trend in trends)
        {
            page.Add($"<figure><figcaption>{trend.Measure.Name}: {SideBySideText.Value(trend.Measure, trend.Current.Median())} now; {HistoryText.Smallest(trend)}</figcaption>");
            HistoryChart.Draw(page, trend);
            page.Add($"</figure>");
        }

        page.Add($"</div>");
        DrawTable(page, series, trends);
        page.Add($"</section>");
    }

    private static void DrawTable(HtmlBuilder page, HistorySeries series, IReadOnlyList<HistoryTrend> trends)
    {
        var caption = $"Measurements of {series.Key.Name}";
        page.Add($"<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption>{caption}</caption><thead><tr><th scope=\"col\" class=\"text\">measured</th>");
        foreach (var trend in trends) page.Add($"<th scope=\"col\" class=\"n\">{trend.Measure.Name}</th>");
        page.Add($"<th scope=\"col\" class=\"n\">repetitions</th></tr></thead><tbody>");
        foreach (var point in series.Points.Reverse())
        {
            page.Add($"<tr><th scope=\"row\">{point.Name}</th>");
            foreach (var trend in trends) page.Add($"<td class=\"n\">{SideBySideText.Value(trend.Measure, point.Of(trend.Measure))}</td>");
            page.Add($"<td class=\"n\">{point.Rows.Count}</td></tr>");
        }

        page.Add($"</tbody></table></div>");
    }

    private static void DrawReading(HtmlBuilder page, double confidence)
    {
        page.Add($"<section class=\"reading\"><h2>How to read this</h2><ul>");
        string[] sentences =
        [
            "A point is a measurement: the median of its valid repetitions. A line is the median between two changes.",
            $"A change is found by E-divisive (Matteson and James, 2014) with a permutation test, on logarithms; the risk that any of this page is chance is {SideBySideText.Percent(1 - confidence)}.",
            $"A change shows {Measurement.Statistics.EDivisive.PartMin} measurements after it came at the earliest, and the more series are looked at, the later.",
            "What one more measurement could show is the change that it would find in four of five cases (5 % risk of a false alarm).",
            "A plus sign behind a commit says that files had changed since.",
        ];
        foreach (var sentence in sentences) page.Add($"<li>{sentence}</li>");
        page.Add($"</ul></section>");
    }
}
