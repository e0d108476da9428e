using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Reporting.Verdicts;

public sealed class VerdictFinderTests
{
    [Fact]
    public void Each_use_has_its_winner()
    {
        var verdicts = Find(
            RoundTrip("near", 40), RoundTrip("far", 400), RoundTrip("far", 20) with { Connections = 32 },
            Published("near", Confirmation.Buffered, 90_000, cpuSeconds: 2), Published("far", Confirmation.Buffered, 50_000, cpuSeconds: 0.5),
            Published("far", Confirmation.Persisted, 9_000, cpuSeconds: 1));
        Assert.Equal(
            ["Lowest latency: near 40", "Most round trips: far 50000", "Most throughput: far 9000", "Safest: far 9000", "Cheapest: far 10"],
            verdicts.Select(verdict => $"{verdict.Use}: {verdict.Winner.Series.Broker} {verdict.Winner.Interval.Median:0.#}"));
    }

    [Fact]
    public void Neither_a_reference_nor_an_invalid_row_wins()
    {
        var verdict = Find(
            RoundTrip("sockets", 5) with { Marks = [new RowMark(RowMarkKinds.Baseline, "no messaging system")] },
            RoundTrip("wrong", 10) with { Valid = false }, RoundTrip("right", 40))[0];
        Assert.Equal(["right"], verdict.Contenders.Select(contender => contender.Series.Broker));
        Assert.Empty(Find(RoundTrip("wrong", 10) with { Valid = false }));
    }

    [Fact]
    public void Systems_that_promise_different_things_are_not_compared()
    {
        var throughput = Find(
            Published("quick", Confirmation.Buffered, 900_000, 1), Published("a", Confirmation.Accepted, 50_000, 1), Published("b", Confirmation.Accepted, 60_000, 1))
            .Single(verdict => verdict.Use == "Most throughput");
        Assert.Equal(["b", "a"], throughput.Contenders.Select(contender => contender.Series.Broker));
        Assert.Contains("confirmed by the broker", throughput.Measured, StringComparison.Ordinal);
    }

    [Fact]
    public void Throughput_is_what_arrived()
    {
        var throughput = Find(
            Published("sends", Confirmation.Accepted, 90_000, 1) with { ArrivedPerSecond = 30_000 }, Published("arrives", Confirmation.Accepted, 50_000, 1) with { ArrivedPerSecond = 50_000 })
            .Single(verdict => verdict.Use == "Most throughput");
        Assert.Equal(["arrives", "sends"], throughput.Contenders.Select(contender => contender.Series.Broker));
        Assert.Equal(30_000, throughput.Contenders[1].Interval.Median);
    }

    [Fact]
    public void One_repetition_has_no_interval()
    {
        var verdict = Find(RoundTrip("a", 40), RoundTrip("b", 41))[0];
        Assert.Contains("no interval", verdict.Confidence, StringComparison.Ordinal);
        Assert.Empty(verdict.Tied);
    }

    [Fact]
    public void Systems_whose_intervals_overlap_are_tied()
    {
        RunRow[] rows = [.. Enumerable.Range(1, 6).SelectMany(i => (RunRow[])[RoundTrip("a", 40 + i) with { Repetition = i }, RoundTrip("b", 44 + i) with { Repetition = i }, RoundTrip("c", 90 + i) with { Repetition = i }])];
        var verdict = Find(rows)[0];
        Assert.Equal("a (wire)", verdict.Winner.Series.Name);
        Assert.Equal(["b (wire)"], verdict.Tied.Select(other => other.Series.Name));
        Assert.Equal("41.0 µs to 46.0 µs with 97 % confidence, 6 repetitions; tied with b (wire)", verdict.Confidence);
    }

    private static IReadOnlyList<UseVerdict> Find(params RunRow[] rows) => VerdictFinder.Find(SampleResults.Create() with { Runs = rows });

    private static RunRow RoundTrip(string broker, double p50) => new()
    {
        Broker = broker,
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Requests = 1000,
        ThroughputPerSecond = 1e6 / p50,
        LatencyMicroseconds = new LatencyFigures { P50 = p50 },
    };

    private static RunRow Published(string broker, Confirmation level, double perSecond, double cpuSeconds) => new()
    {
        Broker = broker,
        Client = "wire",
        Mode = RunMode.FireAndForget,
        Confirmation = level,
        Requests = 50_000,
        ThroughputPerSecond = perSecond,
        ClientProcess = new ProcessFigures { CpuSeconds = cpuSeconds / 2 },
        WorkerProcess = new ProcessFigures { CpuSeconds = cpuSeconds / 2 },
    };
}
