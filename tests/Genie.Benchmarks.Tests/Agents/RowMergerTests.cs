using Genie.Benchmarks.Agents.Crews;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Agents;

public sealed class RowMergerTests
{
    private static readonly LoadJob Job = new()
    {
        Broker = new BrokerChoice { Broker = "nats", Client = "wire" },
        Workload = new WorkloadChoice { Seed = 7 },
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Connections = 8,
        RatePerSecond = 1_000,
        BacklogMessages = 65_536,
        WorkerCommand = "elsewhere",
    };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(8)]
    public void Connections_rate_and_backlog_are_divided_and_nothing_is_lost(int clients)
    {
        var parts = JobSplit.Of(Job, clients, "channel");
        Assert.Equal(clients, parts.Count);
        Assert.Equal(8, parts.Sum(part => part.Connections));
        Assert.True(parts.Max(part => part.Connections) - parts.Min(part => part.Connections) <= 1);
        Assert.Equal(1_000, parts.Sum(part => part.RatePerSecond), 6);
        Assert.Equal(1, parts.Sum(part => part.RateShare), 6);
        Assert.InRange(parts.Sum(part => part.BacklogMessages), 65_536 - clients, 65_536);
        Assert.All(parts, part => Assert.Equal(("channel", null), (part.Channel, part.WorkerCommand)));
        Assert.Equal(clients, parts.Select(part => part.Workload.Seed).Distinct().Count());
        Assert.All(JobSplit.Of(Job with { BacklogMessages = 0 }, clients, "channel"), part => Assert.Equal(0, part.BacklogMessages));
    }

    [Fact]
    public void A_share_of_stages_has_their_times_and_its_share_of_requests()
    {
        var whole = RateProfile.Parse("1k:10s,1k..10k:30s");
        var part = whole.Times(0.25);
        Assert.Equal(whole.Duration, part.Duration);
        Assert.Equal(whole.MeanPerSecond / 4, part.MeanPerSecond, 6);
        Assert.True(whole.Times(1).MeanPerSecond == whole.MeanPerSecond && RateProfile.Constant(0).Times(0.5).IsClosedLoop);
    }

    [Fact]
    public void The_latencies_of_all_are_those_of_one_histogram_that_counted_everything()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var (all, first, second) = (new LatencyHistogram(), new LatencyHistogram(), new LatencyHistogram());
        for (var i = 0; i < 5_000; i++)
        {
            var value = (long)Math.Pow(10, 3 + (random.NextDouble() * 5));
            all.Record(value);
            (i % 5 == 0 ? first : second).Record(value);
        }

        var merged = RowMerger.Merge([Row(first), Row(second)]);
        var expected = RowBuilder.Figures(all);
        Assert.Equal(HistogramText.Write(all), merged.LatencyHistogram);
        Assert.Equal(expected with { Mean = 0 }, merged.LatencyMicroseconds with { Mean = 0 });
        Assert.True(Math.Abs(expected.Mean - merged.LatencyMicroseconds.Mean) < 1e-6 * expected.Mean, $"{expected.Mean}, {merged.LatencyMicroseconds.Mean}, seed {seed}");
        Assert.Equal(RowBuilder.Curve(all), merged.LatencyCurve);
        Assert.Equal(5_000, merged.Requests);
    }

    [Fact]
    public void Counts_are_added_and_what_is_wrong_at_one_is_wrong_with_the_whole()
    {
        var one = Row(Histogram(10)) with
        {
            Connections = 3,
            ThroughputPerSecond = 100,
            Ledger = new LedgerFigures { Sent = 10, Confirmed = 9, Delivered = 8, Lost = 2, LostAfterConfirm = 1, Duplicated = 3, Reordered = 4, Corrupted = 5, Misrouted = 6, Late = 7, Errors = 8 },
            ClientProcess = new ProcessFigures { CpuSeconds = 1, AllocatedBytesPerRequest = 100, PeakRssMebibytes = 50 },
            WorkerProcess = new ProcessFigures { CpuSeconds = 2, AllocatedBytesPerRequest = 40 },
            TimeLine = [new TimeLinePoint(0, 6, 10, 20), new TimeLinePoint(1, 4, 10, 20, 1)],
            Effects = new EffectFigures { Expected = 10, Missing = 1 },
            Valid = false,
            Marks = [new RowMark(RowMarkKinds.LostAfterConfirm, "1 lost")],
            Remarks = ["common", "own"],
        };
        var other = Row(Histogram(30)) with
        {
            Connections = 2,
            ThroughputPerSecond = 300,
            Ledger = new LedgerFigures { Sent = 30, Confirmed = 30, Delivered = 30 },
            ClientProcess = new ProcessFigures { CpuSeconds = 3, AllocatedBytesPerRequest = 20, PeakRssMebibytes = 60 },
            WorkerProcess = new ProcessFigures { CpuSeconds = 2.1, AllocatedBytesPerRequest = 13 },
            TimeLine = [new TimeLinePoint(0, 30, 5, 90)],
            Effects = new EffectFigures { Expected = 30 },
            Remarks = ["common"],
        };
        var merged = RowMerger.Merge([one, other]);
        Assert.Equal((5, 400, false), (merged.Connections, merged.ThroughputPerSecond, merged.Valid));
        Assert.Equal(new LedgerFigures { Sent = 40, Confirmed = 39, Delivered = 38, Lost = 2, LostAfterConfirm = 1, Duplicated = 3, Reordered = 4, Corrupted = 5, Misrouted = 6, Late = 7, Errors = 8 }, merged.Ledger);
        Assert.Equal(new ProcessFigures { CpuSeconds = 4, AllocatedBytesPerRequest = 40, PeakRssMebibytes = 110 }, merged.ClientProcess);
        Assert.Equal(new ProcessFigures { CpuSeconds = 2.1, AllocatedBytesPerRequest = 10 }, merged.WorkerProcess);
        Assert.Equal([new TimeLinePoint(0, 36, 10, 90), new TimeLinePoint(1, 4, 10, 20, 1)], merged.TimeLine);
        Assert.Equal(new EffectFigures { Expected = 40, Missing = 1 }, merged.Effects);
        Assert.Equal(["1 lost"], merged.Marks.Select(mark => mark.Text));
        Assert.Equal(["common", "own"], merged.Remarks);
        Assert.Same(one, RowMerger.Merge([one]));
    }

    private static RunRow Row(LatencyHistogram latency) => new()
    {
        Broker = "nats",
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        DurationSeconds = 1,
        Requests = latency.Count,
        LatencyMicroseconds = RowBuilder.Figures(latency),
        LatencyHistogram = HistogramText.Write(latency),
    };

    private static LatencyHistogram Histogram(int count)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++) histogram.Record(1_000 * (i + 1));
        return histogram;
    }
}
