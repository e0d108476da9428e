using Genie.Benchmarks.Load.Soak;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Reporting;

namespace Genie.Benchmarks.Tests.Load.Soak;

public sealed class SoakTests
{
    [Theory]
    [InlineData(4, 1)]
    [InlineData(512, 1)]
    [InlineData(513, 2)]
    [InlineData(8 * 3600, 57)]
    [InlineData(7 * 24 * 3600, 1182)]
    public void A_time_line_stays_bounded_however_long_the_run(int seconds, int secondsPerPoint)
    {
        var duration = TimeSpan.FromSeconds(seconds);
        Assert.Equal(secondsPerPoint, SoakRules.SecondsPerPoint(duration));
        Assert.InRange(seconds / SoakRules.SecondsPerPoint(duration), 1, SoakRules.PointsMax);
    }

    [Fact]
    public void What_only_grows_is_marked_and_what_stays_is_not()
    {
        var leak = TimeLine(second => new ResourcePoint(100 + (0.05 * second), 50, 40), second => new ResourcePoint(80, 20, 30 + (second / 20)));
        Assert.Equal(["client memory", "worker handles"], DriftFinder.Find(leak).Select(drift => drift.Measure));
        var memory = DriftFinder.Find(leak)[0];
        Assert.Equal(180, memory.PerHour, 1);
        Assert.Contains("client memory rises by 180 MiB an hour", DriftFinder.Describe(memory), StringComparison.Ordinal);
        Assert.Empty(DriftFinder.Find(TimeLine(_ => new ResourcePoint(100, 50, 40), _ => null)));
        Assert.Empty(DriftFinder.Find(TimeLine(second => new ResourcePoint(300 - (0.05 * second), 50, 40), _ => null)));
    }

    [Fact]
    public void Latencies_that_wander_off_are_marked()
    {
        var line = TimeLine(_ => null, _ => null).Select(point => point with { P99Microseconds = 300 + point.Second }).ToList();
        Assert.Equal(["99th percentile"], DriftFinder.Find(line).Select(drift => drift.Measure));
        Assert.Empty(DriftFinder.Find([.. line.Take(50)]));
    }

    [Fact]
    public void A_long_run_is_drawn_with_its_memory()
    {
        var row = SampleResults.Create().Runs[2] with { TimeLine = TimeLine(_ => new ResourcePoint(90, 30, 40), _ => new ResourcePoint(70, 30, 40)) };
        var page = HtmlReport.Create(SampleResults.Create() with { Runs = [row] });
        Assert.Contains("Memory over time", page, StringComparison.Ordinal);
        Assert.DoesNotMatch("NaN|∞|Infinity", page);
    }

    private static List<TimeLinePoint> TimeLine(Func<int, ResourcePoint?> client, Func<int, ResourcePoint?> worker) =>
        [.. Enumerable.Range(0, 500).Select(i => 2 * i).Select(second => new TimeLinePoint(second, 1000, 100 + (second % 7), 300 + (second % 11)) { Seconds = 2, Client = client(second), Worker = worker(second) })];
}
