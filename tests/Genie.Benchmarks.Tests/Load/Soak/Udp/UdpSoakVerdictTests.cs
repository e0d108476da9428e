using Genie.Benchmarks.Commands.Soak;
using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;
using Genie.Benchmarks.Reporting.Model;
using Genie.Faults;

namespace Genie.Benchmarks.Tests.Load.Soak.Udp;

public sealed class UdpSoakVerdictTests
{
    public static TheoryData<string> Anomalies => [.. typeof(SoakAnomalies).GetProperties().Where(property => property.CanWrite).Select(property => property.Name)];

    [Fact]
    public void Flat_memory_and_no_anomaly_hold()
    {
        var verdict = UdpSoakVerdict.Of(State(Samples(1, 0, _ => 90, _ => 80)));
        Assert.Equal((true, true), (verdict.IsHeld, verdict.IsMemoryJudged));
        Assert.Empty(verdict.Drifts);
    }

    [Theory]
    [MemberData(nameof(Anomalies))]
    public void One_anomaly_of_any_kind_does_not(string kind)
    {
        var anomalies = new SoakAnomalies();
        typeof(SoakAnomalies).GetProperty(kind)!.SetValue(anomalies, 1L);
        Assert.Equal(1, anomalies.Sum);
        Assert.Equal(2, (anomalies + anomalies).Sum);
        var state = State(Samples(1, 0, _ => 90, _ => 80));
        var verdict = UdpSoakVerdict.Of(state with { Counts = state.Counts with { Anomalies = anomalies } });
        Assert.StartsWith("1 ", Assert.Single(verdict.Reasons), StringComparison.Ordinal);
    }

    [Fact]
    public void Memory_that_only_grows_does_not()
    {
        var verdict = UdpSoakVerdict.Of(State(Samples(1, 0, _ => 90, second => 80 + (0.1 * second))));
        Assert.Contains("server memory rises by 360 MiB an hour", Assert.Single(verdict.Reasons), StringComparison.Ordinal);
    }

    [Fact]
    public void Latencies_that_drift_are_told_and_decide_nothing()
    {
        SoakSample[] slower = [.. Samples(1, 0, _ => 90, _ => 80).Select(sample => sample with { P99Microseconds = 1_000 + (10 * sample.Second) })];
        var verdict = UdpSoakVerdict.Of(State(slower));
        Assert.True(verdict.IsHeld);
        Assert.Contains("99th percentile rises", Assert.Single(verdict.Drifts), StringComparison.Ordinal);
    }

    [Fact]
    public void Legs_are_judged_apart_as_each_has_processes_of_its_own()
    {
        SoakSample[] steps = [.. Samples(1, 0, _ => 60, _ => 60), .. Samples(2, 300, _ => 90, _ => 90), .. Samples(3, 600, _ => 130, _ => 130)];
        Assert.True(UdpSoakVerdict.Of(State(steps)).IsHeld);
        SoakSample[] leak = [.. Samples(1, 0, _ => 60, _ => 60), .. Samples(2, 300, second => 90 + (0.2 * second), _ => 90)];
        Assert.Contains("in leg 2", Assert.Single(UdpSoakVerdict.Of(State(leak)).Reasons), StringComparison.Ordinal);
    }

    [Fact]
    public void A_short_one_says_that_it_cannot_tell()
    {
        var state = State([.. Samples(1, 0, _ => 90, second => 80 + second).Take(20)]);
        var verdict = UdpSoakVerdict.Of(state);
        Assert.Equal((true, false), (verdict.IsHeld, verdict.IsMemoryJudged));
        var text = UdpSoakText.Create(UdpSoakResult.Of(state, new MachineFacts { Cpu = "a processor", Cores = 2 }, load: null));
        Assert.Contains("too short to tell", text.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public void What_is_under_way_is_lost_only_when_nothing_comes_any_more()
    {
        var (clients, server) = (new SoakReading { Sent = [10, 5, 2, 4, 3], Received = [7, 1, 1, 0, 0] }, new SoakReading { Sent = [7, 1, 1, 2, 2], Received = [9, 5, 2, 1, 3] });
        var during = UdpSoakCounts.Of(clients, server, new FaultCounts(), isDrained: false);
        Assert.Equal((0L, 1L), (during.Anomalies.Lost, during.UnderWay(unaccounted: 0)));
        var after = UdpSoakCounts.Of(clients, server, new FaultCounts { Datagrams = 9, Lost = 1 }, isDrained: true);
        Assert.Equal((1L, 0L), (after.Anomalies.Lost, after.UnderWay(unaccounted: 0)));
        Assert.Equal((2L, 18L), ((after + after).Anomalies.Lost, (after + after).Network.Datagrams));
    }

    [Fact]
    public void The_end_of_a_connection_that_both_sides_see_counts_once()
    {
        var (clients, server) = (new SoakReading { Anomalies = new SoakAnomalies { Disconnects = 1, Errors = 1 } }, new SoakReading { Anomalies = new SoakAnomalies { Disconnects = 1, Doubled = 2 } });
        Assert.Equal(new SoakAnomalies { Disconnects = 1, Errors = 1, Doubled = 2 }, UdpSoakCounts.Of(clients, server, new FaultCounts(), isDrained: false).Anomalies);
        Assert.Equal(1, UdpSoakCounts.Of(new SoakReading(), server, new FaultCounts(), isDrained: false).Anomalies.Disconnects);
    }

    [Fact]
    public void A_leg_that_was_killed_leaves_what_was_under_way_unaccounted_and_not_lost()
    {
        var killed = State([]) with { Legs = 1, Counts = new UdpSoakCounts { Sent = [10, 0, 0, 0, 0], Received = [7, 0, 0, 0, 0] } };
        var resumed = UdpSoakLeg.Resume(killed);
        Assert.Equal(3, Assert.Single(resumed.Interruptions).Unaccounted);
        Assert.Contains("killed", resumed.Interruptions[0].Cause, StringComparison.Ordinal);
        var again = UdpSoakLeg.Resume(resumed with { End = "it was told to stop" });
        Assert.Equal(["it was told to stop"], again.Interruptions.Skip(1).Select(interruption => interruption.Cause));
        Assert.Equal(3, again.Unaccounted);
        Assert.True(UdpSoakVerdict.Of(again).IsHeld);
    }

    [Fact]
    public void A_process_that_failed_is_an_error_with_its_words()
    {
        var leg = new UdpSoakLeg(State([]));
        leg.EndFailed("The server process ended with exit code 137.");
        Assert.Equal(1, leg.State.Counts.Anomalies.Errors);
        Assert.Equal(["The server process ended with exit code 137."], leg.State.Notes);
        Assert.False(UdpSoakVerdict.Of(leg.State).IsHeld);
    }

    private static UdpSoakState State(IEnumerable<SoakSample> samples) => new()
    {
        Plan = new UdpSoakPlan { DurationSeconds = 300, Connections = 2, RateHertz = 30, Loss = 0.01, LatencyMilliseconds = 35, VarianceMilliseconds = 5, Seed = 7 },
        Started = DateTimeOffset.UnixEpoch,
        Legs = 1,
        ElapsedSeconds = 300,
        Samples = [.. samples],
    };

    private static IEnumerable<SoakSample> Samples(int leg, int from, Func<int, double> clients, Func<int, double> server) =>
        Enumerable.Range(0, 300).Select(second => new SoakSample
        {
            Leg = leg,
            Second = from + second,
            Seconds = 1,
            Messages = 100,
            P50Microseconds = 20_000 + (second % 7),
            P99Microseconds = 40_000 + (second % 11),
            MaxMicroseconds = 60_000,
            RoundTripMicroseconds = 41_000,
            Clients = new SoakResources { Process = new ResourcePoint(clients(second) + (second % 3), 10, 60), Threads = 20 },
            Server = new SoakResources { Process = new ResourcePoint(server(second) + (second % 2), 10, 50), Threads = 12 },
        });
}
