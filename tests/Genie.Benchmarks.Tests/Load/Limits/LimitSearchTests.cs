using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load.Limits;

public sealed class LimitSearchTests
{
    private static readonly LoadJob Job = new()
    {
        Broker = new BrokerChoice { Broker = "inmemory", Client = "wire" },
        Workload = new WorkloadChoice(),
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
    };

    [Theory]
    [InlineData(0, 37_123)]
    [InlineData(0, 1_000)]
    [InlineData(0, 47)]
    [InlineData(100_000, 2.5)]
    [InlineData(10, 4_000_000)]
    public async Task The_highest_rate_that_holds_is_found_within_a_twentieth(double start, double capacity)
    {
        var row = await SearchAsync(rate => Row(rate, rate <= capacity ? 1_000 : 50_000), start);
        var limit = row!.Limit!;
        Assert.InRange(limit.HeldPerSecond, capacity / (RateSearch.Precision + 0.01), capacity);
        Assert.Equal(limit.HeldPerSecond, row.RateAsked);
        Assert.InRange(limit.Tries.Count, 2, 50);
        Assert.Contains(limit.Tries, attempt => !attempt.Held && attempt.Reason == "p99 50000 us");
        Assert.Contains("held", row.Remarks[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rate_is_held_only_if_it_is_reached_without_errors_by_a_valid_row()
    {
        var condition = LimitCondition.Parse("p99 < 5ms");
        var good = Row(1_000, 1_000);
        Assert.Null(RateBreach.Find(good, condition));
        Assert.Equal("970/s reached", RateBreach.Find(good with { ThroughputPerSecond = 970 }, condition));
        Assert.Equal("2 errors", RateBreach.Find(good with { Ledger = new LedgerFigures { Errors = 2 } }, condition));
        Assert.Equal("3 lost", RateBreach.Find(good with { Valid = false, Marks = [new RowMark(RowMarkKinds.Ledger, "3 lost")] }, condition));
        Assert.Equal(0, (await SearchAsync(rate => Row(rate, 9_000)))!.Limit!.HeldPerSecond);
    }

    [Fact]
    public async Task A_rate_that_held_by_luck_gives_way_to_the_next_lower_one()
    {
        var lucky = new HashSet<double>();
        var row = await SearchAsync(rate => Row(rate, rate <= 3_000 || (rate <= 4_000 && lucky.Add(rate)) ? 1_000 : 9_000));
        Assert.InRange(row!.Limit!.HeldPerSecond, 1_000, 3_000);
        Assert.True(row.Limit.Tries[^1].Held);
    }

    [Fact]
    public async Task A_rate_that_failed_once_is_given_a_second_chance()
    {
        var stalled = new HashSet<double>();
        var row = await SearchAsync(rate => Row(rate, rate <= 3_000 && !stalled.Add(rate) ? 1_000 : 9_000));
        Assert.InRange(row!.Limit!.HeldPerSecond, 3_000 / (RateSearch.Precision + 0.01), 3_000);
    }

    [Fact]
    public async Task What_cannot_be_measured_ends_the_search()
    {
        var failed = await SearchAsync(rate => Row(rate, 1_000) with { Requests = 0, Valid = false, Marks = [new RowMark(RowMarkKinds.Failed, "nobody there")] });
        Assert.Single(failed!.Limit!.Tries);
        Assert.Null(await SearchAsync(_ => null));
    }

    private static Task<RunRow?> SearchAsync(Func<double, RunRow?> measure, double start = 0) =>
        new LimitSearch(LimitCondition.Parse("p99 < 5ms"), job => Task.FromResult(measure(job.RatePerSecond))).RunAsync(Job with { RatePerSecond = start }, CancellationToken.None);

    private static RunRow Row(double rate, double p99) => new()
    {
        Broker = "inmemory",
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        RateAsked = rate,
        ThroughputPerSecond = rate,
        Requests = 1_000,
        LatencyMicroseconds = new LatencyFigures { P50 = 100, P99 = p99 },
    };
}
