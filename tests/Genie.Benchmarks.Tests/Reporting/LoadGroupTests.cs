using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class LoadGroupTests
{
    [Fact]
    public void Rows_of_one_load_stand_together_in_whatever_order_they_were_measured()
    {
        var sample = SampleResults.Create();
        var groups = LoadGroup.Of(sample with { Runs = [.. sample.Runs.OrderBy(row => row.Broker, StringComparer.Ordinal)] });
        Assert.Equal(4, groups.Count);
        Assert.All(groups, group => Assert.Equal(6, group.Series.Count));
        Assert.Equal(RunMode.RoundTrip, groups[0].Shape.Mode);
    }

    [Fact]
    public void Ranks_are_given_within_a_confirmation_level_only()
    {
        var group = Single(
            Row("slow", Confirmation.Buffered, 10), Row("fast", Confirmation.Buffered, 30), Row("disk", Confirmation.Persisted, 5), Row("queue", Confirmation.Accepted, 20));
        Assert.Equal(["fast:1", "slow:2", "queue:1", "disk:1"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
    }

    [Fact]
    public void A_reference_and_an_invalid_row_have_no_rank_and_take_none_away()
    {
        var reference = Row("none", Confirmation.Accepted, 90) with { Marks = [new RowMark(RowMarkKinds.Baseline, "no messaging system")] };
        var invalid = Row("invalid", Confirmation.Accepted, 80) with { Valid = false };
        var group = Single(reference, invalid, Row("good", Confirmation.Accepted, 10));
        Assert.Equal(["good:1", "none:", "invalid:"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
        Assert.Equal(["no messaging system"], group.Series[1].Reasons);
        Assert.Equal(["invalid, with no reason given"], group.Series[2].Reasons);
    }

    /// <summary>Rows as they were once measured: those that came near to <c>none</c> lost their rank, and slower ones won.</summary>
    [Theory]
    [InlineData(78_000, "aeron:75930 zeromq:71200 nats:68706 mqtt:52000 kafka:34700")]
    [InlineData(69_100, "nats:68706 redis:28857")]
    public void No_row_is_ranked_below_a_slower_one(double none, string measured)
    {
        var reference = Row("none", Confirmation.Buffered, none) with { Marks = [new RowMark(RowMarkKinds.Baseline, "no messaging system")] };
        var rows = measured.Split(' ').Select(row => row.Split(':')).Select(row => Row(row[0], Confirmation.Buffered, double.Parse(row[1], CultureInfo.InvariantCulture)));
        var group = Single([reference, .. rows.Reverse()]);
        Assert.Equal(measured.Split(' ').Select((row, i) => $"{row}:{i + 1}"), group.Series.Where(series => !series.IsBaseline).Select(series => $"{series.Broker}:{series.Median.ThroughputPerSecond:0}:{series.Rank}"));
    }

    [Theory]
    [InlineData(RowMarkKinds.Drift)]
    [InlineData(RowMarkKinds.RateMissed)]
    public void A_mark_that_leaves_the_row_valid_leaves_it_its_rank(string kind)
    {
        var marked = Row("fast", Confirmation.Accepted, 90) with { Marks = [new RowMark(kind, "told")] };
        var group = Single(Row("slow", Confirmation.Accepted, 10), marked);
        Assert.Equal(["fast:1", "slow:2"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
        Assert.Equal(["told"], group.Series[0].Reasons);
    }

    [Fact]
    public void Repetitions_are_one_series_ranked_by_their_median()
    {
        RunRow[] steady = [Row("steady", Confirmation.Accepted, 50), Row("steady", Confirmation.Accepted, 51), Row("steady", Confirmation.Accepted, 52)];
        RunRow[] lucky = [Row("lucky", Confirmation.Accepted, 900), Row("lucky", Confirmation.Accepted, 10), Row("lucky", Confirmation.Accepted, 11)];
        var group = Single([.. lucky, .. steady]);
        Assert.Equal(["steady:1", "lucky:1"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
        Assert.Equal((10, 11, 900), (group.Series[1].SlowestPerSecond, group.Series[1].Median.ThroughputPerSecond, group.Series[1].FastestPerSecond));
    }

    [Fact]
    public void What_the_intervals_cannot_tell_apart_shares_a_rank()
    {
        RunRow[] rows = [.. from i in Enumerable.Range(0, 6) from row in new[] { ("a", 100), ("b", 97), ("c", 94), ("d", 50) } select Row(row.Item1, Confirmation.Accepted, row.Item2 + i) with { Repetition = i + 1 }];
        Assert.Equal(["a:1", "b:1", "c:3", "d:4"], Single(rows).Series.Select(series => $"{series.Broker}:{series.Rank}"));
    }

    [Fact]
    public void A_row_in_whose_time_the_control_had_moved_is_not_ranked()
    {
        var group = Single(Row("a", Confirmation.Accepted, 90) with { Marks = [new RowMark(RowMarkKinds.ControlMoved, "not compared")] }, Row("b", Confirmation.Accepted, 10));
        Assert.Equal(["b:1", "a:"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
        Assert.Equal("not compared", RowReasons.Label(group.Series[1].Rows[0]));
    }

    [Fact]
    public void One_repetition_that_is_not_ranked_speaks_against_all()
    {
        var group = Single(Row("a", Confirmation.Accepted, 90), Row("a", Confirmation.Accepted, 95) with { Valid = false }, Row("b", Confirmation.Accepted, 10));
        Assert.Equal(["b:1", "a:"], group.Series.Select(series => $"{series.Broker}:{series.Rank}"));
    }

    [Fact]
    public void Loads_that_differ_in_anything_are_apart()
    {
        var row = Row("a", Confirmation.Accepted, 1);
        RunRow[] rows =
        [
            row, row with { Mode = RunMode.FireAndForget }, row with { Connections = 2 }, row with { InFlight = 2 }, row with { Stages = Workload.Stages.Cdc },
            row with { Geocoder = "postgis" }, row with { PayloadBytes = 1 }, row with { PayloadSha256 = "ab" }, row with { RateAsked = 5 }, row with { Encrypted = true },
            row with { PayloadSizes = "1..2" }, row with { Keys = 5 }, row with { KeySkew = 1 }, row with { RateStages = "1..5" }, row with { WorkerDelayMilliseconds = 1 }, row with { WorkerAwaySeconds = 1 },
            row with { FanOut = 1 }, row with { FanOut = 2 }, row with { PipelineStages = 2 }, row with { Replay = "by time" },
        ];
        Assert.Equal(rows.Length, LoadGroup.Of(SampleResults.Create() with { Runs = rows }).Count);
    }

    private static LoadGroup Single(params RunRow[] rows) => Assert.Single(LoadGroup.Of(SampleResults.Create() with { Runs = rows }));

    private static RunRow Row(string broker, Confirmation confirmation, double perSecond) =>
        new() { Broker = broker, Client = "wire", Mode = RunMode.RoundTrip, Confirmation = confirmation, ThroughputPerSecond = perSecond, Requests = (long)perSecond };
}
