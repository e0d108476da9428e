using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Ladders;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Which rows are measured, in which order.</summary>
internal static class BenchPlan
{
    /// <summary>
    /// All jobs. For one shape of load the systems are interleaved, then the next shape; and all of it again for each
    /// repetition (A B C A B C), so that a machine that drifts harms all alike. Each repetition has processes of its own, so that what differs from process to process
    /// shows among repetitions.
    /// </summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="drivers">The drivers to measure, with their settings.</param>
    /// <param name="spent">What it took to have their servers, which leaves less for the rows.</param>
    public static IReadOnlyList<LoadJob> Create(BenchRequest request, IReadOnlyList<BenchDriver> drivers, TimeSpan spent = default)
    {
        LoadJob[] once = request.Ladder ? [.. Ladders(request, drivers)] : [.. Loads(request, drivers)];
        var processes = once.Select(LoadChildren.KeyOf).Distinct().Count();
        var time = RowTime.Fit(once.Length, processes, request.WarmUp, request.Duration, spent);
        return
        [
            .. from repetition in Enumerable.Range(1, request.Repetitions ?? 1)
               from job in once
               select job with { Repetition = repetition, Pair = repetition, DurationSeconds = time.Duration.TotalSeconds } into job
               select WarmUp(job, time, request.WarmUp is not null),
        ];
    }

    /// <summary>What is measured where nobody said for how long.</summary>
    public static SlicePlan CreateSlices(BenchRequest request, IReadOnlyList<BenchDriver> drivers) =>
        SlicePlan.Create(Loads(request, drivers), request.Quick ? SliceSchedule.Quick : SliceSchedule.Default, mayDrop: request.Named.Count == 0);

    /// <summary>What a sweep measures: one job for each system and load, at the rate at which it begins.</summary>
    public static IReadOnlyList<LoadJob> CreateSweep(BenchRequest request, IReadOnlyList<BenchDriver> drivers)
    {
        var time = new RowTime(request.WarmUp ?? RowTime.SweepWarmUp, request.Duration ?? RowTime.SweepDuration);
        return [.. Loads(request, drivers).Select(job => WarmUp(job with { DurationSeconds = time.Duration.TotalSeconds }, time, request.WarmUp is not null))];
    }

    private static IEnumerable<LoadJob> Loads(BenchRequest request, IReadOnlyList<BenchDriver> drivers) =>
        from mode in request.Modes
        from connections in request.Connections
        from driver in drivers
        where !request.IsOverview || IsInOverview(driver.Driver, mode, connections)
        where !request.Quick || !request.IsOverview || IsInGlance(driver.Driver, connections)
        from level in LevelsOf(request, driver, mode)
        let inFlight = request.InFlight ?? DefaultInFlight(request, mode, connections, level)
        from nodes in request.Nodes
        from encrypt in request.Encrypt ? [false, true] : (bool[])[false]
        select Job(request, driver, mode, connections, inFlight, level) with { Encrypt = encrypt, Workload = request.Workload with { Nodes = nodes } };

    /// <summary>The job with its warm-up: as long as was asked for, else until it has settled.</summary>
    private static LoadJob WarmUp(LoadJob job, RowTime time, bool isAsked) => job with
    {
        WarmUpSeconds = time.WarmUp.TotalSeconds,
        WarmUpSettles = !isAsked,
    };

    /// <summary>The drivers that a system contributes; none where it was not named and has no such client.</summary>
    /// <exception cref="BadArgumentException">There is no such system, or one was named that has no such client.</exception>
    public static IReadOnlyList<IBrokerDriver> DriversOf(string broker, BenchRequest request)
    {
        var drivers = DriverCatalogue.Of(broker);
        return request.Client switch
        {
            "all" => [.. drivers.Where(driver => !DriverCatalogue.IsStandIn(driver))],
            null when request.Named.Count == 0 => [.. drivers.Where((driver, i) => i == 0 || IsOfficial(driver))],
            null => [.. drivers.Take(1)],
            var client when request.Named.Contains(broker) && drivers.Count > 0 => [DriverCatalogue.Find(broker, client)],
            var client => [.. drivers.Where(driver => driver.Client == client)],
        };
    }

    /// <summary>
    /// True for the rows of a run that names nothing: round trips through every client, and what one connection publishes through a system's first.
    /// </summary>
    private static bool IsInOverview(IBrokerDriver driver, RunMode mode, int connections) =>
        mode == RunMode.RoundTrip || (connections == 1 && !DriverCatalogue.IsStandIn(driver) && driver == DriverCatalogue.Of(driver.Broker)[0]);

    /// <summary>True for one connection of a system's first client; references are none.</summary>
    private static bool IsInGlance(IBrokerDriver driver, int connections) =>
        connections == 1 && !driver.InProcess && !DriverCatalogue.References.Contains(driver.Broker) && driver == DriverCatalogue.Of(driver.Broker)[0];

    private static bool IsOfficial(IBrokerDriver driver) => driver is { Client: "official", InProcess: false };

    private static IEnumerable<LoadJob> Ladders(BenchRequest request, IReadOnlyList<BenchDriver> drivers) =>
        from system in drivers.GroupBy(driver => driver.Driver.Broker)
        from step in LadderStep.Of([.. system.Select(driver => driver.Driver.Client)])
        let driver = system.First(driver => driver.Driver.Client == step.Client)
        select Job(request, driver, RunMode.RoundTrip, 1, 1, driver.Traits.Confirmations[0]) with
        {
            Workload = request.Workload with { Stages = step.Stages },
            Encrypt = step.Encrypt,
        };

    private static IEnumerable<Confirmation> LevelsOf(BenchRequest request, BenchDriver driver, RunMode mode) =>
        // An answer confirms more than any level; only publishing is measured at each.
        mode == RunMode.RoundTrip
            ? [driver.Traits.Confirmations[0]]
            : OfGlance(request, [.. BenchLevels.Of(request, driver).Order().Where(level => request.Confirmation is null || request.Confirmation == level)]);

    // The weakest that is confirmed, where there is one.
    private static IEnumerable<Confirmation> OfGlance(BenchRequest request, IReadOnlyList<Confirmation> levels) =>
        !request.Quick || !request.IsOverview ? levels : levels.Where(level => level > Confirmation.Buffered).Concat(levels).Take(1);

    private static int DefaultInFlight(BenchRequest request, RunMode mode, int connections, Confirmation level) =>
        (request.Until is not null || request.Sweep is not null) && mode == RunMode.RoundTrip ? BenchRequest.SearchInFlight : mode == RunMode.RoundTrip || level == Confirmation.Buffered ? 1 : Math.Max(1, BenchRequest.PublishWindow / connections);

    private static long DefaultBacklog(BenchRequest request)
    {
        if (request.WorkerAway > TimeSpan.Zero) return BenchRequest.AwayBacklog;
        return request.Workload.Stages == Workload.Stages.Grains || request.PipelineStages > 1 ? BenchRequest.WaitingBacklog : BenchRequest.DefaultBacklog;
    }

    private static LoadJob Job(BenchRequest request, BenchDriver driver, RunMode mode, int connections, int inFlight, Confirmation level) => new()
    {
        Broker = driver.Choice,
        Workload = request.Workload,
        Mode = mode,
        Confirmation = level,
        Connections = connections,
        InFlight = inFlight,
        RatePerSecond = request.Rate.MeanPerSecond,
        RateStages = request.Rate.IsConstant ? null : request.Rate.ToString(),
        Replay = request.Replay,
        Until = request.Until?.ToString(),
        BacklogMessages = request.BacklogMessages ?? DefaultBacklog(request),
        WorkerDelayMilliseconds = request.WorkerDelay.TotalMilliseconds,
        WorkerAwaySeconds = request.WorkerAway.TotalSeconds,
        FanOut = request.FanOut,
        PipelineStages = request.PipelineStages,

        // With no broker the caller runs the handler: a bound would make callers wait for each other, and something with a
        // queue would be faster than nothing at all.
        WorkerConcurrency = driver.Driver.Broker == DriverCatalogue.NullBroker ? Math.Max(request.WorkerConcurrency, connections * inFlight) : request.WorkerConcurrency,
        Network = request.Network?.Name,
        Faults = [.. request.Faults.Select(fault => fault.Text)],
        Inline = request.Inline && !driver.Driver.InProcess,
        VerifyEffects = request.VerifyEffects,
        WorkerCommand = request.WorkerCommand,
        CheckpointSeconds = request.Checkpoint.TotalSeconds,
        RequestTimeoutSeconds = request.RequestTimeout.TotalSeconds,
    };
}
