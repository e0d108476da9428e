using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class BenchPlanTests
{
    [Fact]
    public void Systems_take_turns_and_repetitions_come_after_one_another()
    {
        var jobs = Plan(Request() with { Repetitions = 2, Modes = [RunMode.RoundTrip] });
        Assert.Equal(
            ["none 1 #1", "inmemory 1 #1", "none 32 #1", "inmemory 32 #1", "none 1 #2", "inmemory 1 #2", "none 32 #2", "inmemory 32 #2"],
            jobs.Select(job => $"{job.Broker.Broker} {job.Connections} #{job.Repetition}"));
    }

    [Fact]
    public void Publishing_is_measured_to_each_level_with_a_window_where_it_is_awaited()
    {
        var jobs = Plan(Request() with { Modes = [RunMode.FireAndForget] }).Where(job => job.Broker.Broker == "inmemory");
        Assert.Equal(
            [(Confirmation.Buffered, 1, 1), (Confirmation.Accepted, 1, 256), (Confirmation.Buffered, 32, 1), (Confirmation.Accepted, 32, 8)],
            jobs.Select(job => (job.Confirmation, job.Connections, job.InFlight)));
    }

    [Theory]
    [InlineData(26, 6)]
    [InlineData(50, 10)]
    [InlineData(72, 13)]
    public void Rows_have_as_much_time_as_fits_into_six_minutes(int rows, int processes)
    {
        var time = RowTime.Fit(rows, processes, null, null);
        var cold = processes * ((time.WarmUp * (LoadHost.ColdFactor - 1)) + RowTime.ColdOverhead);
        Assert.InRange(cold + (rows * (time.WarmUp + time.Duration + RowTime.Overhead)), TimeSpan.FromSeconds(150), TimeSpan.FromSeconds(290));
    }

    [Fact]
    public void A_sweep_begins_with_one_short_row_of_each_system_and_load()
    {
        var request = Request() with { Sweep = LimitCondition.Parse(BenchRequest.SweepCondition), Modes = [RunMode.RoundTrip], Connections = [8], Repetitions = 5, Duration = null, WarmUp = null };
        var jobs = BenchPlan.CreateSweep(request, DriversOf(request));
        Assert.Equal(["none", "inmemory"], jobs.Select(job => job.Broker.Broker));
        Assert.All(jobs, job => Assert.Equal((8, BenchRequest.SearchInFlight, RowTime.SweepDuration.TotalSeconds, true), (job.Connections, job.InFlight, job.DurationSeconds, job.WarmUpSettles)));
    }

    [Fact]
    public void Few_rows_have_no_more_time_than_they_need_and_what_is_asked_for_holds()
    {
        Assert.Equal(new RowTime(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(4)), RowTime.Fit(2, 1, null, null));
        Assert.Equal(new RowTime(TimeSpan.FromSeconds(0.8), TimeSpan.FromHours(8)), RowTime.Fit(1000, 1000, null, TimeSpan.FromHours(8)));
        Assert.All(Plan(Request() with { Repetitions = 3 }), job => Assert.Equal((1.0, 1.0), (job.DurationSeconds, job.WarmUpSeconds)));
    }

    [Fact]
    public void A_warm_up_ends_when_the_row_has_settled_unless_its_time_was_asked_for()
    {
        Assert.All(Plan(Request()), job => Assert.False(job.WarmUpSettles));
        Assert.All(Plan(Request() with { WarmUp = null }), job => Assert.True(job.WarmUpSettles));
    }

    [Fact]
    public void Rows_of_one_system_share_their_processes_within_a_repetition()
    {
        var jobs = Plan(Request() with { Repetitions = 2, Encrypt = true });
        Assert.Equal(
            [("none", false, 1), ("none", true, 1), ("inmemory", false, 1), ("inmemory", true, 1), ("none", false, 2), ("none", true, 2), ("inmemory", false, 2), ("inmemory", true, 2)],
            jobs.GroupBy(LoadChildren.KeyOf).Select(rows => (rows.First().Broker.Broker, rows.First().Encrypt, rows.First().Repetition)));
    }

    [Fact]
    public void Encrypted_rows_follow_their_plain_ones()
    {
        var jobs = Plan(Request() with { Modes = [RunMode.RoundTrip], Connections = [1], Encrypt = true });
        Assert.Equal([("none", false), ("none", true), ("inmemory", false), ("inmemory", true)], jobs.Select(job => (job.Broker.Broker, job.Encrypt)));
    }

    [Fact]
    public void What_is_in_flight_can_be_asked_for() =>
        Assert.All(Plan(Request() with { InFlight = 5 }), job => Assert.Equal(5, job.InFlight));

    [Fact]
    public void With_no_broker_callers_never_wait_for_one_another() =>
        Assert.All(
            Plan(Request() with { InFlight = 2 }).Where(job => job.Broker.Broker == DriverCatalogue.NullBroker),
            job => Assert.Equal(job.Connections * 2, job.WorkerConcurrency));

    [Fact]
    public void A_misspelt_system_is_refused_with_the_nearest_name()
    {
        var error = Assert.Throws<BadArgumentException>(() => BenchPlan.DriversOf("rabitmq", Request()));
        Assert.Contains("'rabbitmq'", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_nothing_is_named_the_reference_has_the_shape_of_the_systems()
    {
        Assert.Equal("sockets", DriverCatalogue.Usual[0]);
        Assert.DoesNotContain(DriverCatalogue.NullBroker, DriverCatalogue.Usual);
        Assert.All(DriverCatalogue.Of("sockets"), driver => Assert.False(driver.InProcess));
    }

    [Fact]
    public void Every_listed_system_can_be_asked_for() =>
        Assert.All(DriverCatalogue.Brokers, broker => Assert.All(DriverCatalogue.Of(broker), driver => Assert.Equal(broker, driver.Broker)));

    [Fact]
    public void Where_nobody_says_how_long_every_row_has_six_slices_in_two_turns()
    {
        var jobs = Slices(Unsaid()).Jobs;
        var rows = jobs.GroupBy(job => (job.Broker.Broker, job.Mode, job.Connections, job.Confirmation)).ToList();
        Assert.All(rows, row =>
        {
            Assert.Equal([(1, 3), (4, 3)], row.Select(job => (job.Repetition, job.Slices)));
            Assert.Equal([true, false], row.Select(job => job.WarmUpSettles));
            Assert.Equal([false, true], row.Select(job => job.IsShown));
        });

        // Each turn goes through all systems, and one pair of processes measures all rows of a system.
        Assert.Equal(["none", "inmemory", "none", "inmemory"], jobs.Select(job => job.Broker.Broker).Aggregate(new List<string>(), (turns, name) => turns is [.., var last] && last == name ? turns : [.. turns, name]));
        Assert.Equal(2, jobs.Select(LoadChildren.KeyOf).Distinct().Count());

        // The new processes' first load calls most.
        Assert.Equal((RunMode.FireAndForget, 32), (jobs[0].Mode, jobs[0].Connections));
        Assert.True(jobs[0].WarmUpSeconds > jobs[1].WarmUpSeconds);
    }

    [Fact]
    public void Few_rows_have_longer_slices()
    {
        Assert.All(Slices(Unsaid()).Jobs, job => Assert.Equal(1, job.DurationSeconds));
        var pair = Enumerable.Repeat(Slices(Unsaid()).Jobs[0], 4).ToArray();
        Assert.Equal(SliceSchedule.Default.Slice, SliceSchedule.Default.Fit([.. Enumerable.Repeat(pair, 100)]).Slice);
    }

    [Fact]
    public void What_has_no_time_is_a_systems_further_client_and_is_named_with_its_command()
    {
        var one = Slices(Unsaid()).Jobs[0] with { Slices = 1 };
        string[] clients = ["wire", "official"];
        var loads = Enumerable.Range(0, 30).SelectMany(i => clients.Select(client => new BrokerChoice { Broker = $"system{i}", Client = client })).SelectMany(choice => Enumerable.Range(1, 3).Select(connections => one with { Broker = choice, Connections = connections })).ToList();
        var plan = SlicePlan.Create(loads, SliceSchedule.Default, mayDrop: true);
        Assert.Equal(90, plan.LeftOut.Count);
        Assert.All(plan.LeftOut, job => Assert.Equal("official", job.Broker.Client));
        var remark = Assert.Single(plan.Remarks);
        Assert.StartsWith("No time for system0 (official), system1 (official),", remark, StringComparison.Ordinal);
        Assert.EndsWith("system29 --client official", remark, StringComparison.Ordinal);
        Assert.Empty(SlicePlan.Create(loads, SliceSchedule.Default, mayDrop: false).Remarks);
        Assert.Empty(SlicePlan.Create(loads.Take(6), SliceSchedule.Default, mayDrop: true).Remarks);
    }

    [Fact]
    public void Then_it_is_what_is_only_buffered_where_the_system_confirms_more()
    {
        var one = Slices(Unsaid()).Jobs[0] with { Slices = 1, Connections = 1, Mode = RunMode.FireAndForget };
        Confirmation[] levels = [Confirmation.Buffered, Confirmation.Accepted];
        var loads = Enumerable.Range(0, 60).Select(i => new BrokerChoice { Broker = $"system{i}", Client = "wire" }).SelectMany(choice => levels.Take(choice.Broker == "system7" ? 1 : 2).Select(level => one with { Broker = choice, Confirmation = level }));
        var plan = SlicePlan.Create(loads, SliceSchedule.Default, mayDrop: true);
        Assert.Equal(59, plan.LeftOut.Count);
        Assert.All(plan.LeftOut, job => Assert.Equal(Confirmation.Buffered, job.Confirmation));
        Assert.DoesNotContain(plan.LeftOut, job => job.Broker.Broker == "system7");
        Assert.EndsWith("system59 --mode fire-and-forget --confirmation buffered", Assert.Single(plan.Remarks), StringComparison.Ordinal);
    }

    [Fact]
    public void Whoever_says_how_long_or_how_often_has_no_slices()
    {
        Assert.True(Unsaid().HasSlices);
        Assert.All(new[] { Unsaid() with { Repetitions = 1 }, Unsaid() with { Duration = TimeSpan.FromSeconds(1) }, Unsaid() with { WarmUp = TimeSpan.Zero }, Unsaid() with { Ladder = true }, Unsaid() with { VerifyEffects = true } }, request => Assert.False(request.HasSlices));
    }

    private static BenchRequest Unsaid() => Request() with { Duration = null, WarmUp = null };

    private static SlicePlan Slices(BenchRequest request) => BenchPlan.CreateSlices(request, DriversOf(request));

    internal static IReadOnlyList<LoadJob> Plan(BenchRequest request) => BenchPlan.Create(request, DriversOf(request));

    private static IReadOnlyList<BenchDriver> DriversOf(BenchRequest request) =>
    [
        .. request.Brokers.SelectMany(broker => BenchPlan.DriversOf(broker, request)).Select(driver =>
        {
            using var created = new DisposableBroker(driver.Create(Activator.CreateInstance(driver.OptionsType)!));
            return new BenchDriver(driver, new BrokerChoice { Broker = driver.Broker, Client = driver.Client }, created.Broker.Traits);
        }),
    ];

    private static BenchRequest Request() => new()
    {
        Named = ["none", "inmemory"],
        Modes = [RunMode.RoundTrip, RunMode.FireAndForget],
        Connections = [1, 32],
        Duration = TimeSpan.FromSeconds(1),
        WarmUp = TimeSpan.FromSeconds(1),
        Client = "wire",
        Workload = new WorkloadChoice(),
        Folder = ".",
    };

    private readonly record struct DisposableBroker(IBroker Broker) : IDisposable
    {
        public void Dispose() => Broker.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
