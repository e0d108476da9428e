using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Sweeps;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Load.Sweeps;

public sealed class SweepScheduleTests
{
    [Theory]
    [InlineData(37_123)]
    [InlineData(1_000)]
    [InlineData(700_000)]
    [InlineData(47)]
    public void Saturation_is_found_within_the_precision_and_measured_in_every_pass(double capacity)
    {
        var rows = RowsOf(SimulatedSweep.Run(5, [new SimulatedSystem("a", capacity)]));
        var held = rows.Where(row => row.ThroughputPerSecond >= row.RateAsked).Max(row => row.RateAsked);
        Assert.InRange(held, capacity / (SweepTrack.Precision + 0.01), capacity);
        Assert.Contains(rows, row => row.RateAsked > capacity && row.RateAsked <= held * (SweepTrack.Precision + 0.01));
        Assert.All(rows.GroupBy(row => row.RateAsked), rate => Assert.Equal([1, 2, 3, 4, 5], rate.Select(row => row.Repetition).Distinct()));
    }

    [Fact]
    public void It_stops_where_loss_begins_and_where_latency_bends()
    {
        var loses = RowsOf(SimulatedSweep.Run(1, [new SimulatedSystem("a", 20_000) { Loses = true }]));
        Assert.InRange(loses.Max(row => row.RateAsked), 20_000, 40_000);
        var bends = RowsOf(SimulatedSweep.Run(1, [new SimulatedSystem("b", 1_000_000) { BendShare = 0.02 }]));
        Assert.InRange(bends.Max(row => row.RateAsked), 20_000, 40_000);
    }

    [Fact]
    public void Around_the_highest_rate_that_holds_the_condition_it_bisects_too()
    {
        // 3 ms at p50 are 12 ms at p99, long before latency bends.
        var slow = new SimulatedSystem("a", 100_000);
        var rows = RowsOf(SimulatedSweep.Run(1, [slow], (system, job) => (system with { P50Microseconds = job.RatePerSecond > 5_000 ? 3_000 : 2_000 }).Measure(job)));
        var condition = LimitCondition.Parse(SimulatedSweep.Condition);
        var held = rows.Where(row => RateBreach.Find(row, condition) is null).Max(row => row.RateAsked);
        Assert.InRange(held, 5_000 / (SweepTrack.Precision + 0.01), 5_000);
        Assert.InRange(rows.Max(row => row.RateAsked), 100_000, 200_000);
    }

    [Fact]
    public void Systems_take_turns_each_at_its_own_rate_and_who_is_first_alternates()
    {
        var rounds = SimulatedSweep.Run(3, [new SimulatedSystem("a", 4_500), new SimulatedSystem("b", 4_500), new SimulatedSystem("c", 90_000)]);
        Assert.Equal(["abc", "bca", "cab", "abc"], rounds.Take(4).Select(rows => string.Concat(rows.Select(row => row!.Broker))));
        Assert.All(rounds, (rows, i) => Assert.All(rows, row => Assert.Equal(i + 1, row!.Round)));
        Assert.All(rounds, rows => Assert.Equal(rows.Count, rows.Select(row => row!.Broker).Distinct().Count()));
        Assert.All(rounds, rows => Assert.Single(rows.Select(row => row!.Repetition).Distinct()));

        // Who is saturated early waits for the others at a pass's end, so that passes never overlap.
        Assert.Equal(rounds.Select(rows => rows[0]!.Repetition).Order(), rounds.Select(rows => rows[0]!.Repetition));
        Assert.True(rounds.SelectMany(rows => rows).Count(row => row!.Broker == "c") > rounds.SelectMany(rows => rows).Count(row => row!.Broker == "a"));
    }

    [Fact]
    public void A_rate_that_failed_once_by_a_stall_does_not_end_the_sweep()
    {
        var stalled = new HashSet<double>();
        var rows = RowsOf(SimulatedSweep.Run(1, [new SimulatedSystem("a", 30_000)], (system, job) =>
            system.Measure(job) with { Ledger = new LedgerFigures { Errors = stalled.Add(job.RatePerSecond) ? 1 : 0 } }));
        Assert.InRange(rows.Where(row => row.Ledger.Errors == 0 && row.ThroughputPerSecond >= row.RateAsked).Max(row => row.RateAsked), 30_000 / (SweepTrack.Precision + 0.01), 30_000);
    }

    [Fact]
    public void What_cannot_be_measured_ends_for_itself_only()
    {
        var rounds = SimulatedSweep.Run(2, [new SimulatedSystem("dead", 1), new SimulatedSystem("a", 3_000)], (system, job) => system.Name == "dead" ? null : system.Measure(job));
        Assert.Single(rounds.SelectMany(rows => rows), row => row is null);
        Assert.Equal([1, 2], rounds.SelectMany(rows => rows).OfType<RunRow>().Select(row => row.Repetition).Distinct());
        Assert.Empty(SimulatedSweep.Run(2, []));
    }

    [Fact]
    public void What_is_to_come_is_forecast_and_in_the_end_known()
    {
        var system = new SimulatedSystem("a", 10_000);
        var schedule = new SweepSchedule([system.Template], 2, LimitCondition.Parse(SimulatedSweep.Condition));
        var measured = 0;
        Assert.NotEmpty(schedule.Jobs);
        while (schedule.BeginRound() is { Count: > 0 } jobs)
        {
            Assert.InRange(schedule.Jobs.Count, measured + jobs.Count, 100);
            schedule.Note(system.Measure(Assert.Single(jobs)));
            Assert.Equal(jobs[0], schedule.Jobs[measured++]);
        }

        Assert.Equal(measured, schedule.Jobs.Count);
        Assert.Equal([1, 2], schedule.Jobs.Select(job => job.Repetition).Distinct());
    }

    private static IReadOnlyList<RunRow> RowsOf(IReadOnlyList<IReadOnlyList<RunRow?>> rounds) => [.. rounds.SelectMany(rows => rows).Select(row => row!)];
}
