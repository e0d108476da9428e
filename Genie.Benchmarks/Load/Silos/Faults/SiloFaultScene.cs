using System.Diagnostics;
using Genie.Grains;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>A cluster under load, to which one fault happens.</summary>
/// <param name="plan">How long things may take.</param>
/// <param name="fault">Which.</param>
/// <param name="arena">The cluster.</param>
/// <param name="load">The senders.</param>
/// <param name="running">Ends with them.</param>
/// <param name="random">Chooses whom it meets.</param>
internal sealed class SiloFaultScene(SiloFaultPlan plan, SiloFault fault, SiloArena arena, PartyLoad load, Task running, Random random)
{
    // Three probes are missed, two silos must agree, and the one that was halted must find it in the table.
    private const int ProbesUntilDead = 3;
    private const int HaltedProbes = 4 * ProbesUntilDead;

    private static readonly TimeSpan RevivePause = TimeSpan.FromSeconds(1);

    private readonly SiloCluster _cluster = arena.Cluster;

    /// <summary>The setting that a fault needs.</summary>
    public static SiloSetting SettingOf(SiloFault fault) => fault switch
    {
        SiloFault.Partition => SiloSetting.Divisible,
        SiloFault.Upgrade or SiloFault.Skew => SiloSetting.OlderRelease,
        _ => SiloSetting.Plain,
    };

    /// <summary>Lets it happen, and brings the cluster back to its size.</summary>
    /// <exception cref="GrainException">What should have followed did not.</exception>
    public async Task InflictAsync(CancellationToken cancellationToken)
    {
        var victim = _cluster.Silos[random.Next(_cluster.Silos.Count)];
        switch (fault)
        {
            case SiloFault.Kill:
                await _cluster.KillAsync(victim).ConfigureAwait(false);
                await RecoverAsync(cancellationToken).ConfigureAwait(false);
                await _cluster.StartAsync(null, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Pause:
                await HaltAsync(victim, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Database:
                await plan.Postgres.CrashAndRestartAsync(plan.DownTime).ConfigureAwait(false);
                break;
            case SiloFault.Rolling:
                await ReplaceAllAsync(1, 2, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Partition:
                await CutOffAsync(victim, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Upgrade:
                await ReplaceAllAsync(1, 2, cancellationToken).ConfigureAwait(false);
                await ReplaceAllAsync(2, 2, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Skew:
                await RollBackAsync(victim, cancellationToken).ConfigureAwait(false);
                break;
            default:
                var all = _cluster.Silos;
                await Task.WhenAll(all.Select(_cluster.KillAsync)).ConfigureAwait(false);
                await Task.WhenAll(all.Select(silo => _cluster.StartAsync(silo.Choice, cancellationToken))).ConfigureAwait(false);
                break;
        }
    }

    /// <summary>Waits until every sender is answered again.</summary>
    /// <exception cref="GrainException">They were not.</exception>
    public async Task RecoverAsync(CancellationToken cancellationToken)
    {
        var answers = load.AnswersAsync(plan.AnswersBetween, running, cancellationToken);
        for (var begin = Stopwatch.GetTimestamp(); !answers.IsCompleted; await _cluster.ReviveAsync(cancellationToken).ConfigureAwait(false))
        {
            if (Stopwatch.GetElapsedTime(begin) > plan.RecoveryTimeout) throw NotRecovered($"a sender had fewer than {plan.AnswersBetween} answers");
            await Task.WhenAny(answers, Task.Delay(RevivePause, cancellationToken)).ConfigureAwait(false);
        }

        await answers.ConfigureAwait(false);
    }

    private GrainException NotRecovered(string what) => new(
        $"With {fault}, {what} within {plan.RecoveryTimeout.TotalSeconds:0} s (seed {plan.Seed}). {string.Join("; ", load.Errors.Select(each => $"{each.Value} x {each.Key}"))}", isTransient: false);

    // One by one, each told to end when another is there.
    private async Task ReplaceAllAsync(int eventVersion, int eventVersionMax, CancellationToken cancellationToken)
    {
        foreach (var silo in _cluster.Silos)
        {
            await _cluster.StartAsync(eventVersion, eventVersionMax, cancellationToken).ConfigureAwait(false);
            await _cluster.TerminateAsync(silo).ConfigureAwait(false);
        }
    }

    /// <summary>When it goes on it has been declared dead: it may finish what it was at, finds out, and ends.</summary>
    private async Task HaltAsync(SiloProcess victim, CancellationToken cancellationToken)
    {
        await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
        try
        {
            await Task.WhenAll(Task.Delay(plan.ProbeTimeout * HaltedProbes, cancellationToken), RecoverAsync(cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
        }

        // Answers go on meanwhile; what it was at when it was halted may still come, and must do no harm.
        await UntilEndedAsync(victim, cancellationToken).ConfigureAwait(false);
        await _cluster.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The others declare it dead, while it goes on with what its clients ask; it finds out by the database, and ends.</summary>
    private async Task CutOffAsync(SiloProcess victim, CancellationToken cancellationToken)
    {
        var links = _cluster.Links!;
        links.Cut(victim);
        try
        {
            await UntilEndedAsync(victim, cancellationToken).ConfigureAwait(false);
            await load.AnswersAsync(plan.AnswersBetween, running, cancellationToken).WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw NotRecovered($"while one silo was cut off, a sender had fewer than {plan.AnswersBetween} answers");
        }
        finally
        {
            links.Heal();
        }

        await _cluster.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task UntilEndedAsync(SiloProcess victim, CancellationToken cancellationToken)
    {
        await Task.WhenAny(victim.Ended, Task.Delay(plan.RecoveryTimeout, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (!victim.Ended.IsCompleted) throw NotRecovered("a silo that the others should have declared dead did not end");
    }

    // The newer release has some parties, writes its version of events, and is gone: the older silos refuse those parties, and neither misread them nor end.
    private async Task RollBackAsync(SiloProcess victim, CancellationToken cancellationToken)
    {
        var older = _cluster.Silos;
        await using var store = await arena.OpenStoreAsync(cancellationToken).ConfigureAwait(false);
        var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        var newer = await _cluster.StartAsync(2, 2, cancellationToken).ConfigureAwait(false);
        await _cluster.TerminateAsync(victim).ConfigureAwait(false);
        await WrittenVersions.UntilAsync(2, store, position, cancellationToken).WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        await _cluster.TerminateAsync(newer).ConfigureAwait(false);
        await UntilRefusedAsync(cancellationToken).ConfigureAwait(false);
        if (older.FirstOrDefault(silo => silo != victim && silo.Ended.IsCompleted) is { } ended) throw new GrainException($"A silo of the older release ended (seed {plan.Seed}): {await ended.Ended.ConfigureAwait(false)}", isTransient: false);
        await _cluster.StartAsync(2, 2, cancellationToken).ConfigureAwait(false);
        await ReplaceAllAsync(2, 2, cancellationToken).ConfigureAwait(false);
    }

    private async Task UntilRefusedAsync(CancellationToken cancellationToken)
    {
        for (var begin = Stopwatch.GetTimestamp(); !load.Errors.Keys.Any(static error => error.StartsWith(nameof(Genie.Workload.Grains.NewerEventException), StringComparison.Ordinal));)
        {
            if (running.IsCompleted) await running.ConfigureAwait(false);
            if (Stopwatch.GetElapsedTime(begin) > plan.RecoveryTimeout) throw NotRecovered("no silo of the older release refused a party whose events are of the newer one");
            await Task.Delay(RevivePause, cancellationToken).ConfigureAwait(false);
        }
    }
}
