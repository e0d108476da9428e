using Genie.Benchmarks.Load.Faults;
using Genie.Grains;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>What one fault is to a cluster.</summary>
/// <param name="plan">How long things may take.</param>
/// <param name="fault">Which.</param>
/// <param name="arena">The cluster.</param>
/// <param name="random">Chooses whom it meets.</param>
internal sealed class SiloFaultInflictor(SiloFaultPlan plan, SiloFault fault, SiloArena arena, Random random)
{
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
    public async Task InflictAsync(FaultScene<SiloProcess> scene, CancellationToken cancellationToken)
    {
        var victim = _cluster.All[random.Next(_cluster.All.Count)];
        switch (fault)
        {
            case SiloFault.Kill:
                await _cluster.KillAsync(victim).ConfigureAwait(false);
                await scene.RecoverAsync(cancellationToken).ConfigureAwait(false);
                await _cluster.StartAsync(null, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Pause:
                await scene.HaltAsync(victim, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Database:
                await plan.Postgres.CrashAndRestartAsync(plan.DownTime).ConfigureAwait(false);
                break;
            case SiloFault.Rolling:
                await ReplaceAllAsync(1, 2, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Partition:
                await CutOffAsync(victim, scene, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Upgrade:
                await ReplaceAllAsync(1, 2, cancellationToken).ConfigureAwait(false);
                await ReplaceAllAsync(2, 2, cancellationToken).ConfigureAwait(false);
                break;
            case SiloFault.Skew:
                await RollBackAsync(victim, scene, cancellationToken).ConfigureAwait(false);
                break;
            default:
                var all = _cluster.All;
                await Task.WhenAll(all.Select(_cluster.KillAsync)).ConfigureAwait(false);
                await Task.WhenAll(all.Select(silo => _cluster.StartAsync(silo.Choice, cancellationToken))).ConfigureAwait(false);
                break;
        }
    }

    // One by one, each told to end when another is there.
    private async Task ReplaceAllAsync(int eventVersion, int eventVersionMax, CancellationToken cancellationToken)
    {
        foreach (var silo in _cluster.All)
        {
            await _cluster.StartAsync(eventVersion, eventVersionMax, cancellationToken).ConfigureAwait(false);
            await _cluster.TerminateAsync(silo).ConfigureAwait(false);
        }
    }

    /// <summary>The others declare it dead, while it goes on with what its clients ask; it finds out by the database, and ends.</summary>
    private async Task CutOffAsync(SiloProcess victim, FaultScene<SiloProcess> scene, CancellationToken cancellationToken)
    {
        var links = _cluster.Links!;
        links.Cut(victim);
        try
        {
            await scene.UntilEndedAsync(victim, cancellationToken).ConfigureAwait(false);
            await scene.AnswersAsync("while one silo was cut off", cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            links.Heal();
        }

        await _cluster.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    // The newer release has some parties, writes its version of events, and is gone: the older silos refuse those parties, and neither misread them nor end.
    private async Task RollBackAsync(SiloProcess victim, FaultScene<SiloProcess> scene, CancellationToken cancellationToken)
    {
        var older = _cluster.All;
        await using var store = await arena.OpenStoreAsync(cancellationToken).ConfigureAwait(false);
        var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        var newer = await _cluster.StartAsync(2, 2, cancellationToken).ConfigureAwait(false);
        await _cluster.TerminateAsync(victim).ConfigureAwait(false);
        await WrittenVersions.UntilAsync(2, store, position, cancellationToken).WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        await _cluster.TerminateAsync(newer).ConfigureAwait(false);
        await scene.UntilErrorAsync(
            static error => error.StartsWith(nameof(NewerEventException), StringComparison.Ordinal), "no silo of the older release refused a party whose events are of the newer one", cancellationToken).ConfigureAwait(false);
        if (older.FirstOrDefault(silo => silo != victim && silo.Ended.IsCompleted) is { } ended) throw new GrainException($"A silo of the older release ended (seed {plan.Seed}): {await ended.Ended.ConfigureAwait(false)}", isTransient: false);
        await _cluster.StartAsync(2, 2, cancellationToken).ConfigureAwait(false);
        await ReplaceAllAsync(2, 2, cancellationToken).ConfigureAwait(false);
    }
}
