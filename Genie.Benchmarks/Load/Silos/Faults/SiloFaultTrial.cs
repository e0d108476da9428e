using Genie.Benchmarks.Load.Faults;
using Genie.Grains;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>
/// Silos on one database under load, to which faults happen. After each, every sender must be answered again, and the event store is compared
/// with what was answered: a request is made again under its key until it is, so each has exactly one effect.
/// </summary>
/// <param name="plan">What to do.</param>
/// <param name="report">Gets each round as it ends.</param>
internal sealed class SiloFaultTrial(SiloFaultPlan plan, Action<FaultRound> report)
{
    private readonly Random _random = new(plan.Seed);

    /// <summary>Runs it.</summary>
    /// <exception cref="GrainException">The cluster did not come up, or did not answer again.</exception>
    public async Task<IReadOnlyList<FaultRound>> RunAsync(CancellationToken cancellationToken)
    {
        List<FaultRound> rounds = [];
        SiloArena? arena = null;
        try
        {
            foreach (var fault in FaultOrder.Of(plan.Faults, plan.Rounds, _random))
            {
                var setting = SiloFaultInflictor.SettingOf(fault);
                if (arena is null || arena.Setting != setting || setting == SiloSetting.OlderRelease)
                {
                    if (arena is not null) await arena.DisposeAsync().ConfigureAwait(false);
                    arena = null;
                    arena = await SiloArena.StartAsync(plan, setting, cancellationToken).ConfigureAwait(false);
                }

                var round = await RunRoundAsync(rounds.Count + 1, fault, arena, cancellationToken).ConfigureAwait(false);
                rounds.Add(round);
                report(round);
            }

            return rounds;
        }
        finally
        {
            if (arena is not null) await arena.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<FaultRound> RunRoundAsync(int number, SiloFault fault, SiloArena arena, CancellationToken cancellationToken)
    {
        var run = RunNumber.Next();
        var load = new PartyLoad(plan, new EventSourcedWorkload(WorkloadFactory.CreateForClient(arena.Workload), arena.Parties, run));
        var endedBefore = arena.Cluster.EndedByThemselves;
        long position;
        await using (var before = await arena.OpenStoreAsync(cancellationToken).ConfigureAwait(false)) position = await before.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        var inflictor = new SiloFaultInflictor(plan, fault, arena, _random);
        await FaultScene<SiloProcess>.RunAsync(plan, FaultOrder.Name(fault), load, arena.Cluster, inflictor.InflictAsync, cancellationToken).ConfigureAwait(false);
        var (silence, longest) = load.Watched;
        await using var store = await arena.OpenStoreAsync(cancellationToken).ConfigureAwait(false);
        var effects = await EffectAudit.ReadAsync(store, run, position, cancellationToken).ConfigureAwait(false);
        return new FaultRound(
            number,
            FaultOrder.Name(fault),
            load.Answered,
            load.Repeated,
            arena.Cluster.EndedByThemselves - endedBefore,
            silence,
            longest,
            Missing: Math.Max(0, load.Answered - effects.Delivered),
            Doubled: effects.Duplicated + Math.Max(0, effects.Delivered - load.Answered),
            load.Errors);
    }
}
