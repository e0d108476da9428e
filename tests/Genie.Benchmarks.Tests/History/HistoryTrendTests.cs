using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Reporting.SideBySide;

namespace Genie.Benchmarks.Tests.History;

public sealed class HistoryTrendTests
{
    [Fact]
    public void A_slowdown_is_found_at_the_commit_that_brought_it()
    {
        var results = Enumerable.Range(0, 24).Select(run => Run(run, run < 14 ? 1 : 1.25)).ToList();
        var trends = HistoryTrend.Of(HistorySeries.Of(results), new HistoryOptions());
        Assert.Equal(2, trends.Count);
        Assert.All(trends, trend =>
        {
            var change = Assert.Single(trend.Changes);
            Assert.Equal(14, change.Index);
            Assert.InRange(change.Ratio, trend.Measure.HigherIsBetter ? 0.75 : 1.2, trend.Measure.HigherIsBetter ? 0.85 : 1.35);
            Assert.InRange(trend.SmallestChange!.Value, 0.02, 0.3);
            Assert.Contains("worse by", HistoryText.Words(trend, change), StringComparison.Ordinal);
        });
        var text = HistoryText.Create(trends);
        Assert.Contains("00000014", text, StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.InRange(line.Length, 0, 100));
    }

    [Fact]
    public void Equal_runs_of_many_series_raise_no_alarm_in_95_of_100()
    {
        const int runs = 12;
        var alarms = Enumerable.Range(0, 100).Count(trial => HistoryTrend.Of(HistorySeries.Of(Enumerable.Range(0, runs).Select(run => Run((trial * runs) + run, 1, series: 8))), new HistoryOptions()).Any(trend => trend.Changes.Count > 0));
        Assert.InRange(alarms, 0, 5);
    }

    [Fact]
    public void Other_machines_and_loads_are_other_series_and_invalid_rows_are_none()
    {
        var here = Run(1, 1);
        var there = here with { Machine = here.Machine with { Cpu = "Another" } };
        var failed = here with { Runs = [.. here.Runs.Select(row => row with { Valid = false })] };
        var loaded = here with { Runs = [.. here.Runs.Select(row => row with { Connections = 32 })] };
        var series = HistorySeries.Of([here, there, failed, loaded]);
        Assert.Equal(3, series.Count);
        Assert.All(series, each => Assert.Single(each.Points));
    }

    [Fact]
    public void The_baseline_is_the_newest_commit_of_the_branch_that_was_measured_here()
    {
        var runs = Enumerable.Range(0, 4).Select(run => Run(run, 1)).ToArray();
        runs[2] = runs[2] with { Source = runs[2].Source! with { Modified = true } };
        var elsewhere = Run(9, 1) with { Machine = new MachineFacts { Cpu = "Another" }, Source = runs[3].Source };
        string[] commits = [.. runs.Reverse().Select(run => run.Source!.Commit)];
        var after = runs[3] with { Started = DateTimeOffset.UnixEpoch.AddYears(1) };
        var baseline = HistoryBaseline.Find([runs[0], runs[1], runs[1] with { Started = runs[1].Started.AddHours(1) }, runs[2], elsewhere], commits, after);
        Assert.Equal(runs[1].Source!.Commit, baseline!.Source!.Commit);
        Assert.Equal(2 * runs[1].Runs.Count, baseline.Runs.Count);
        Assert.Null(HistoryBaseline.Find([elsewhere], commits, after));
    }

    private static BenchResults Run(int number, double slowdown, int series = 1) => SimulatedResults.Create(number + 1, 3, slowdown, series) with
    {
        Started = DateTimeOffset.UnixEpoch.AddDays(number),
        Source = new SourceFacts { Commit = $"{number:00000000}feedbeef", Branch = "main" },
    };
}
