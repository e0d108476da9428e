using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load;

public sealed class SuspectSeriesTests
{
    [Fact]
    public void A_row_ten_times_slower_than_the_other_client_or_than_with_fewer_connections_is_suspect_and_stays_valid()
    {
        var rows = SuspectSeries.Mark([Row("wire", 32, 20_000), Row("official", 8, 6494), Row("official", 32, 55), Row("official", 1, 1000)]);
        var mark = Assert.Single(rows[2].Marks);
        Assert.Equal(RowMarkKinds.Suspect, mark.Kind);
        Assert.Equal("suspect: 55.0/s, with the wire client 20,000/s, 364 times as many", mark.Text);
        Assert.False(RowAudit.MakesInvalid(mark));
        Assert.All([rows[0], rows[1], rows[3]], row => Assert.Empty(row.Marks));

        var alone = SuspectSeries.Mark([Row("official", 8, 6494), Row("official", 32, 55)]);
        Assert.Equal("suspect: 55.0/s, with 8 connections 6,494/s, 118 times as many", Assert.Single(alone[1].Marks).Text);
    }

    [Fact]
    public void What_another_load_explains_is_not()
    {
        var slow = Row("official", 32, 55);
        Assert.All(
            SuspectSeries.Mark([
                slow, Row("wire", 32, 500), Row("official", 64, 20_000), Row("wire", 8, 4000), Row("wire", 32, 20_000) with { PayloadBytes = 1 }, Row("wire", 32, 20_000) with { Broker = "nats" },
                Row("wire", 32, 20_000) with { Confirmation = Confirmation.Accepted }, Row("wire", 32, 20_000) with { RateAsked = 20_000 },
            ]),
            row => Assert.Empty(row.Marks));
    }

    [Fact]
    public void Repetitions_are_judged_together_and_marked_alike()
    {
        RunRow[] slow = [Row("official", 32, 50), Row("official", 32, 4_000) with { Repetition = 2 }, Row("official", 32, 60) with { Repetition = 3 }];
        var rows = SuspectSeries.Mark([Row("wire", 32, 20_000), .. slow]);
        Assert.All(rows.Skip(1), row => Assert.Equal("suspect: 60.0/s, with the wire client 20,000/s, 333 times as many", Assert.Single(row.Marks).Text));
    }

    [Theory]
    [InlineData(41_000, 0.05, Confirmation.Accepted, "suspect: requests wait 41.0 ms with 95 % idle: delayed ACK (TCP_NODELAY, larger buffers)")]
    [InlineData(20_000, 0.05, Confirmation.Accepted, "suspect: requests wait 20.0 ms with 95 % idle: a timer (polling, lingering)")]
    [InlineData(20_000, 0.05, Confirmation.Persisted, null)]
    [InlineData(41_000, 0.9, Confirmation.Accepted, null)]
    [InlineData(900, 0.05, Confirmation.Accepted, null)]
    public void Requests_that_wait_while_the_processors_are_idle_are_told_with_the_remedy(double p50, double busy, Confirmation level, string? expected)
    {
        var row = Row("wire", 1, 1e6 / p50) with { Confirmation = level, LatencyMicroseconds = new LatencyFigures { P50 = p50 }, MachineLoad = new MachineLoadFigures { BusyShare = busy } };
        var marked = SuspectSeries.Mark([row])[0];
        Assert.Equal(expected, marked.Marks.SingleOrDefault()?.Text);
        Assert.Empty(SuspectSeries.Mark([row with { Network = "continental" }])[0].Marks);
        Assert.Empty(SuspectSeries.Mark([row with { WorkerDelayMilliseconds = 20 }])[0].Marks);
    }

    [Fact]
    public void A_client_that_is_the_limit_itself_is_told()
    {
        var row = Row("wire", 1, 100_000) with { DurationSeconds = 2, ClientProcess = new ProcessFigures { CpuSeconds = 2 }, MachineLoad = new MachineLoadFigures { BusyShare = 0.6 } };
        Assert.Equal("suspect: the client used 1.0 processors with 40 % idle: it may be the limit", Assert.Single(SuspectSeries.Mark([row])[0].Marks).Text);
        Assert.Empty(SuspectSeries.Mark([row with { MachineLoad = new MachineLoadFigures { BusyShare = 0.95 } }])[0].Marks);
        Assert.Empty(SuspectSeries.Mark([row with { ClientProcess = new ProcessFigures { CpuSeconds = 1 } }])[0].Marks);
    }

    [Fact]
    public void A_machine_that_was_taken_away_or_whose_clock_was_set_is_told()
    {
        Assert.Equal("suspect: the hypervisor took 12 % of the processors' time", Assert.Single(SuspectSeries.Mark([Row("wire", 1, 100) with { MachineLoad = new MachineLoadFigures { BusyShare = 1, StealShare = 0.12 } }])[0].Marks).Text);
        Assert.Equal("suspect: the machine's clock was set by -1.5 s meanwhile", Assert.Single(SuspectSeries.Mark([Row("wire", 1, 100) with { MachineLoad = new MachineLoadFigures { BusyShare = 1, ClockStepMilliseconds = -1500 } }])[0].Marks).Text);
    }

    private static RunRow Row(string client, int connections, double perSecond) => new()
    {
        Broker = "mqtt",
        Client = client,
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Connections = connections,
        Requests = 10,
        ThroughputPerSecond = perSecond,
    };
}
