using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Load.Sweeps;

namespace Genie.Benchmarks.Tests.Reporting.Sweeps;

public sealed class SweepReportTests
{
    private static readonly BenchResults Results = SimulatedSweep.Results(round => 20 + (round % 3), new SimulatedSystem("quick", 90_000), new SimulatedSystem("slow", 9_000) { Loses = true });

    [Fact]
    public void The_page_shows_both_percentiles_over_the_rate_and_every_point_in_a_table()
    {
        var page = HtmlReport.Create(Results);
        var charts = ReportPage.Body(page).Descendants("figure").Where(figure => figure.Element("figcaption")!.Value.EndsWith("by rate", StringComparison.Ordinal)).ToList();
        Assert.Equal(["Median latency by rate", "99th percentile by rate"], charts.Select(figure => figure.Element("figcaption")!.Value));
        var drawn = Results.Runs.Where(row => row.Valid).Select(row => (row.Broker, row.RateAsked)).Distinct().Count();
        Assert.All(charts, figure => Assert.Equal(drawn, figure.Descendants("path").Count(path => (string?)path.Attribute("class") == "whisker")));

        // Common scales: the same figures at both vertical axes.
        Assert.Single(charts.Select(figure => string.Join('|', figure.Descendants("text").Where(text => (string?)text.Attribute("class") == "tick y").Select(text => text.Value))).Distinct());
        var tables = ReportPage.Body(page).Descendants("table").Where(table => table.Element("caption")!.Value.StartsWith("Rates measured", StringComparison.Ordinal)).ToList();
        Assert.Equal(Results.Runs.Select(row => (row.Broker, row.RateAsked)).Distinct().Count(), tables.Sum(table => table.Element("tbody")!.Elements("tr").Count()));
        Assert.DoesNotMatch("NaN|∞|Infinity", page);
        Assert.Contains("it did not move", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_first_screen_names_who_carries_most_at_the_condition()
    {
        var card = ReportPage.Body(HtmlReport.Create(Results)).Descendants("article").First();
        Assert.Equal("Most throughput at p99 < 10ms", card.Element("h2")!.Value);
        Assert.Equal("quick (wire)", card.Elements("p").First().Value);
    }

    [Fact]
    public void Rates_that_differ_from_system_to_system_make_no_tables_of_their_own()
    {
        var page = HtmlReport.Create(Results);
        Assert.DoesNotContain("a second asked", page, StringComparison.Ordinal);
        Assert.DoesNotContain("closed loop", page, StringComparison.Ordinal);
        Assert.Contains("open loop at rates that rise", page, StringComparison.Ordinal);
        var text = MarkdownReport.Create(Results);
        Assert.Contains("### Latency under load, 8 connections", text, StringComparison.Ordinal);
        Assert.Contains("most at p99 < 10ms", text, StringComparison.Ordinal);
        Assert.DoesNotContain("a second asked", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_that_measured_nothing_is_drawn_too()
    {
        RunRow[] nothing = [.. Results.Runs.Take(1).Select(row => row with { Requests = 0, ThroughputPerSecond = 0, LatencyMicroseconds = new LatencyFigures(), Valid = false })];
        foreach (var runs in new[] { nothing, [] })
        {
            var odd = Results with { Runs = runs, Sweep = new SweepFigures { Condition = SimulatedSweep.Condition } };
            Assert.DoesNotMatch("NaN|∞|Infinity", HtmlReport.Create(odd) + MarkdownReport.Create(odd));
        }
    }
}
