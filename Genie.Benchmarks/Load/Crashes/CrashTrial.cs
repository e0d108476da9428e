using System.Diagnostics;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Ledger;
using Genie.Servers.Finding;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>
/// Sends requests and messages, kills workers and server meanwhile, lets what was confirmed be handled, stops the workers, and compares
/// the event store with what was sent.
/// </summary>
/// <param name="plan">What to do.</param>
/// <param name="report">Gets a line for each thing that happened.</param>
internal sealed class CrashTrial(CrashPlan plan, Action<string> report)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Forever = TimeSpan.FromHours(1);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    private readonly SentLedger _ledger = new(RunNumber.Next());
    private readonly ErrorNotes _errors = new();
    private readonly LatencyRecorder _recorder = new();

    // What is under way may take its own timeout, and a process as long to answer as to start.
    private readonly BoundedWait _wait = new(RequestTimeout + plan.StartTimeout, report);

    /// <summary>Runs it.</summary>
    /// <exception cref="BrokerException">It could not be carried out.</exception>
    public async Task<CrashOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var broker = WorkerFactory.CreateBroker(plan.Broker);
        var level = CrashLevels.Strongest(broker.Traits);
        var job = new WorkerJob
        {
            Broker = plan.Broker,
            Channel = $"genie-crash-{_ledger.Run:x}",
            Workload = plan.Workload,
            Concurrency = plan.Concurrency,
            Run = _ledger.Run,
            VerifyEffects = true,
            JoinsRun = true,
        };
        var delivered = new DeliveryLedger(_ledger.Run);
        await using var workers = new WorkerGroup(job, plan.SparesFirstWorker, plan.StartTimeout);
        try
        {
            await ReachServerAsync(broker, job.Channel, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < plan.Workers; i++) await workers.StartOneAsync(cancellationToken).ConfigureAwait(false);
            var covered = CrashLevels.Covers(broker.Traits, level, plan.Kills);
            EffectDuty DutyOf(uint sender) => sender >= plan.Connections || covered ? EffectDuty.Confirmed : EffectDuty.None;
            await SendAndKillAsync(broker, job.Channel, level, workers, cancellationToken).ConfigureAwait(false);
            await SettleAsync(workers, delivered, DutyOf, cancellationToken).ConfigureAwait(false);
            await workers.DisposeAsync().ConfigureAwait(false);

            // Opened anew: what only the workers' memory held is no effect.
            await using var store = await EffectStore.OpenAsync(plan.Workload, cancellationToken).ConfigureAwait(false);
            var effects = await EffectAudit.ReadAsync(store.Events, _ledger.Run, 0, cancellationToken).ConfigureAwait(false);
            return new CrashOutcome(level, covered, _ledger.Settle(delivered, 0), _ledger.SettleEffects(effects, delivered, DutyOf), workers.Started, _errors.Summarize());
        }
        finally
        {
            await _wait.PutAwayAsync(broker.DeleteChannelAsync(job.Channel, CancellationToken.None), "Deleting the channel").ConfigureAwait(false);
            await _wait.PutAwayAsync(broker.DisposeAsync(), "Closing the driver").ConfigureAwait(false);
        }
    }

    private async Task SendAndKillAsync(IBroker broker, string channel, Confirmation level, WorkerGroup workers, CancellationToken cancellationToken)
    {
        List<IBrokerConnection> connections = [];
        try
        {
            for (var i = 0; i < plan.Connections * 2; i++)
                connections.Add(await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = level, RequestTimeout = RequestTimeout }, cancellationToken).ConfigureAwait(false));
            using var clock = new OpenLoopClock(new ArrivalSchedule(Stopwatch.GetTimestamp(), plan.RatePerSecond, Forever), connections.Count);
            using var ended = cancellationToken.Register(clock.Stop);
            var sending = Task.WhenAll(Senders(connections).Select(send => Task.Run(() => send(clock), CancellationToken.None)));
            await KillAsync(broker, channel, workers, cancellationToken).ConfigureAwait(false);
            clock.Stop();
            await _wait.RequireAsync(sending, "A request or message under way", cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await Task.WhenAll(connections.Select(connection => _wait.PutAwayAsync(connection.DisposeAsync(), "Closing a connection"))).ConfigureAwait(false);
        }
    }

    /// <summary>A server that accepts links may still be on its way up, and a worker that is started meanwhile would give up.</summary>
    private async Task ReachServerAsync(IBroker broker, string channel, CancellationToken cancellationToken)
    {
        // Without a server it is the worker that is reached, and it is not there yet.
        if (ServerCatalogue.Find(plan.Broker.Broker) is null) return;
        await Reaching.RetryAsync(
            async () => await (await broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false),
            plan.StartTimeout,
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Publishers first: their senders have the lowest numbers.</summary>
    private List<Func<SendClock, Task>> Senders(List<IBrokerConnection> connections)
    {
        var workload = WorkloadFactory.CreateForClient(plan.Workload);
        var gate = new BacklogGate(long.MaxValue);
        List<Func<SendClock, Task>> senders = [];
        foreach (var connection in connections.Take(plan.Connections))
            senders.Add(new Publisher(new LedgeredConnection(connection, _ledger), 64, workload, _recorder, _errors, gate).RunAsync);
        foreach (var connection in connections.Skip(plan.Connections))
        {
            var ledgered = new LedgeredConnection(connection, _ledger);
            for (var i = 0; i < 4; i++) senders.Add(new RoundTripSender(ledgered, _ledger, workload, _recorder, _errors, isAlone: false).RunAsync);
        }

        return senders;
    }

    /// <summary>Each kill has the same time of sending before it, and the last one after it too.</summary>
    private async Task KillAsync(IBroker broker, string channel, WorkerGroup workers, CancellationToken cancellationToken)
    {
        var between = plan.Duration / (plan.Kills.Count + 1);
        foreach (var victim in plan.Kills)
        {
            await Task.Delay(between, cancellationToken).ConfigureAwait(false);
            var begin = Stopwatch.GetTimestamp();
            if (victim == CrashVictim.Server)
            {
                await (plan.CrashAndRestartServer ?? throw new InvalidOperationException("This server may not be killed."))(plan.DownTime).ConfigureAwait(false);
                await ReachServerAsync(broker, channel, cancellationToken).ConfigureAwait(false);
            }
            else
            {
                await workers.KillOneAsync().ConfigureAwait(false);
                await workers.StartOneAsync(cancellationToken).ConfigureAwait(false);
            }

            report(FormattableString.Invariant($"killed {(victim == CrashVictim.Server ? "the server" : "a worker")} when {_recorder.Snapshot().Count:N0} were confirmed or answered; back {Stopwatch.GetElapsedTime(begin).TotalSeconds:0.0} s later"));
        }

        await Task.Delay(between, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Waits until nothing is missing and nothing comes any more, or nothing has come for too long.</summary>
    private async Task SettleAsync(WorkerGroup workers, DeliveryLedger delivered, Func<uint, EffectDuty> dutyOf, CancellationToken cancellationToken)
    {
        var (lastChange, lastEffects) = (Stopwatch.GetTimestamp(), -1L);
        while (true)
        {
            var seen = new DeliveryLedger(_ledger.Run);
            var effects = await ReportAsync(workers, seen, cancellationToken).ConfigureAwait(false);
            var now = effects.Delivered + effects.Duplicated;
            var isQuiet = now == lastEffects;
            if (!isQuiet) (lastChange, lastEffects) = (Stopwatch.GetTimestamp(), now);
            var isComplete = isQuiet && _ledger.SettleEffects(effects, seen, dutyOf).Missing == 0;
            if (isComplete || Stopwatch.GetElapsedTime(lastChange) > plan.Timeout)
            {
                await ReportAsync(workers, delivered, cancellationToken).ConfigureAwait(false);
                return;
            }

            await Task.Delay(Interval, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<DeliveryLedger> ReportAsync(WorkerGroup workers, DeliveryLedger delivered, CancellationToken cancellationToken)
    {
        var report = workers.ReportAsync(delivered, cancellationToken);
        await _wait.RequireAsync(report, "A worker's report", cancellationToken).ConfigureAwait(false);
        return await report.ConfigureAwait(false);
    }
}
