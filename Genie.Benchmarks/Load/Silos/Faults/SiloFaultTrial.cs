using System.Diagnostics;
using Genie.Benchmarks.Load.Effects;
using Genie.EventStore.PostgreSql;
using Genie.Grains;
using Genie.Servers;
using Genie.Workload;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>
/// Silos on one database under load, to which faults happen. After each, every sender must be answered again, and the event store is compared
/// with what was answered: a request is made again under its key until it is, so each has exactly one effect.
/// </summary>
/// <param name="plan">What to do.</param>
/// <param name="report">Gets each round as it ends.</param>
internal sealed class SiloFaultTrial(SiloFaultPlan plan, Action<SiloFaultRound> report)
{
    // Three probes are missed, two silos must agree, and the one that was halted must find it in the table.
    private const int ProbesUntilDead = 3;
    private const int HaltedProbes = 4 * ProbesUntilDead;

    private static readonly TimeSpan RevivePause = TimeSpan.FromSeconds(1);

    private readonly Random _random = new(plan.Seed);

    /// <summary>Runs it.</summary>
    /// <exception cref="GrainException">The cluster did not come up, or did not answer again.</exception>
    public async Task<IReadOnlyList<SiloFaultRound>> RunAsync(CancellationToken cancellationToken)
    {
        // Each silo has the store's connections and the members', and while all are replaced there is one more.
        var workload = new WorkloadChoice { Stages = Stages.Grains, Store = StoreKinds.Postgres, Database = PostgresServer.ConnectionString(plan.Postgres.Process) }.Among(2 * (plan.Silos + 2));
        var connection = workload.Database!;
        await (await OpenStoreAsync(connection, cancellationToken).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
        await using var cluster = new SiloCluster(workload, SiloCluster.Common(connection, plan.ProbeTimeout, plan.TableInterval));
        await StartManyAsync(cluster, Enumerable.Repeat<SiloChoice?>(null, plan.Silos), cancellationToken).ConfigureAwait(false);
        await using var client = await SiloClient.ConnectAsync([cluster.Silos[0].Choice], plan.ResponseTimeout, cancellationToken).ConfigureAwait(false);
        List<SiloFaultRound> rounds = [];
        var faults = FaultsInOrder().GetEnumerator();
        while (rounds.Count < plan.Rounds && !cancellationToken.IsCancellationRequested && faults.MoveNext())
        {
            var run = RunNumber.Next();
            var senders = new EventSourcedWorkload(WorkloadFactory.CreateForClient(workload), client.Parties, run);
            var round = await RunRoundAsync(rounds.Count + 1, faults.Current, cluster, new PartyLoad(plan.Senders, senders), run, connection, cancellationToken).ConfigureAwait(false);
            rounds.Add(round);
            report(round);
        }

        return rounds;
    }

    private async Task<SiloFaultRound> RunRoundAsync(int number, SiloFault fault, SiloCluster cluster, PartyLoad load, ulong run, string connection, CancellationToken cancellationToken)
    {
        long position;
        await using (var before = await OpenStoreAsync(connection, cancellationToken).ConfigureAwait(false)) position = await before.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = load.RunAsync(stop.Token);
        try
        {
            await RecoverAsync(fault, cluster, load, running, stop.Token).ConfigureAwait(false);
            load.BeginWatch();
            await InflictAsync(fault, cluster, load, running, stop.Token).ConfigureAwait(false);
            await RecoverAsync(fault, cluster, load, running, stop.Token).ConfigureAwait(false);
            load.Finish();
            await running.WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        var (silence, longest) = load.Watched;
        await using var store = await OpenStoreAsync(connection, cancellationToken).ConfigureAwait(false);
        var effects = await EffectAudit.ReadAsync(store, run, position, cancellationToken).ConfigureAwait(false);
        return new SiloFaultRound(number, fault, load.Answered, load.Repeated, silence, longest, Math.Max(0, load.Answered - effects.Delivered), effects.Duplicated + Math.Max(0, effects.Delivered - load.Answered), load.Errors);
    }

    /// <summary>Lets it happen, and brings the cluster back to its size.</summary>
    private async Task InflictAsync(SiloFault fault, SiloCluster cluster, PartyLoad load, Task running, CancellationToken cancellationToken)
    {
        var victim = cluster.Silos[_random.Next(cluster.Silos.Count)];
        switch (fault)
        {
            case SiloFault.Kill:
                await cluster.KillAsync(victim).ConfigureAwait(false);
                await RecoverAsync(fault, cluster, load, running, cancellationToken).ConfigureAwait(false);
                await cluster.StartAsync(null, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Pause:
                await HaltAsync(victim, cluster, load, running, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Database:
                await plan.Postgres.CrashAndRestartAsync(plan.DownTime).ConfigureAwait(false);
                break;
            case SiloFault.Rolling:
                foreach (var silo in cluster.Silos)
                {
                    await cluster.StartAsync(null, cancellationToken).ConfigureAwait(false);
                    await cluster.TerminateAsync(silo).ConfigureAwait(false);
                }

                break;
            default:
                var all = cluster.Silos;
                await Task.WhenAll(all.Select(cluster.KillAsync)).ConfigureAwait(false);
                await StartManyAsync(cluster, all.Select(silo => silo.Choice), cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    /// <summary>When it goes on it has been declared dead: it may finish what it was at, finds out, and ends.</summary>
    private async Task HaltAsync(SiloProcess victim, SiloCluster cluster, PartyLoad load, Task running, CancellationToken cancellationToken)
    {
        await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
        try
        {
            await Task.WhenAll(Task.Delay(plan.ProbeTimeout * HaltedProbes, cancellationToken), RecoverAsync(SiloFault.Pause, cluster, load, running, cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
        }

        // Answers go on meanwhile; what it was at when it was halted may still come, and must do no harm.
        await Task.WhenAny(victim.Ended, Task.Delay(plan.RecoveryTimeout, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (!victim.Ended.IsCompleted) throw new GrainException($"A silo that was declared dead while it was halted goes on as if it were not (seed {plan.Seed}).", isTransient: false);
        await cluster.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Waits until every sender is answered again.</summary>
    private async Task RecoverAsync(SiloFault fault, SiloCluster cluster, PartyLoad load, Task running, CancellationToken cancellationToken)
    {
        var answers = load.AnswersAsync(plan.AnswersBetween, running, cancellationToken);
        for (var begin = Stopwatch.GetTimestamp(); !answers.IsCompleted; await cluster.ReviveAsync(cancellationToken).ConfigureAwait(false))
        {
            if (Stopwatch.GetElapsedTime(begin) > plan.RecoveryTimeout)
                throw new GrainException($"With {fault}, a sender had fewer than {plan.AnswersBetween} answers within {plan.RecoveryTimeout.TotalSeconds:0} s (seed {plan.Seed}). {string.Join("; ", load.Errors.Select(each => $"{each.Value} x {each.Key}"))}", isTransient: false);
            await Task.WhenAny(answers, Task.Delay(RevivePause, cancellationToken)).ConfigureAwait(false);
        }

        await answers.ConfigureAwait(false);
    }

    // Opened anew: links from before a fault of the database are broken.
    private static Task<PostgreSqlEventStore> OpenStoreAsync(string connection, CancellationToken cancellationToken) =>
        PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connection }, cancellationToken);

    private static Task StartManyAsync(SiloCluster cluster, IEnumerable<SiloChoice?> predecessors, CancellationToken cancellationToken) =>
        Task.WhenAll(predecessors.Select(predecessor => cluster.StartAsync(predecessor, cancellationToken)));

    private IEnumerable<SiloFault> FaultsInOrder()
    {
        while (true)
        {
            SiloFault[] shuffled = [.. plan.Faults];
            _random.Shuffle(shuffled);
            foreach (var fault in shuffled) yield return fault;
        }
    }
}
