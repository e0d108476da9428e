using Genie.Benchmarks.Load.Faults;
using Genie.Benchmarks.Load.Games.Shooter;
using Genie.Datagrams.Zones;
using Genie.EventStore.PostgreSql;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>Zone servers on one database, each a process, under clients that walk and talk; faults happen to the servers. In the end what each client has said is compared with what the store has.</summary>
/// <param name="plan">What to do.</param>
/// <param name="report">Gets each round as it ends.</param>
internal sealed class ZoneFaultTrial(ZoneFaultPlan plan, Action<ZoneFaultRound> report)
{
    // Each server has several zones, of which the others take their shares.
    private const int ZonesPerServer = 3;

    private readonly Random _random = new(plan.Seed);
    private readonly string _name = $"{Guid.NewGuid():N}";
    private readonly int _side = (int)Math.Ceiling(Math.Sqrt(ZonesPerServer * plan.Servers));

    /// <summary>Runs it.</summary>
    /// <exception cref="ZoneException">Servers did not come up, or clients were not served again.</exception>
    public async Task<ZoneFaultResult> RunAsync(CancellationToken cancellationToken)
    {
        var world = new ZoneFaultWorld(_side, _name);
        var database = PostgresServer.ConnectionString(plan.Postgres.Process);
        await using var events = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = database }, cancellationToken).ConfigureAwait(false);
        using var directory = world.OpenDirectory(events);
        var (ledger, recovery) = (new OwnershipLedger(), new ZoneRecovery(plan));
        await using var servers = new ZoneServers((_side, _name), database, ledger);
        await Task.WhenAll(Enumerable.Range(0, plan.Servers).Select(_ => servers.StartAsync(0, cancellationToken))).ConfigureAwait(false);
        await recovery.UntilAllServeAsync(directory, servers, cancellationToken).ConfigureAwait(false);
        var seeds = servers.All.Select(static server => server.Address).ToArray();
        await using var walkers = new ZoneWalkers([.. Enumerable.Range(1, plan.Clients).Select(entity => new ZoneWalker((ulong)entity, world, seeds, new Random(_random.Next())))], world.OpenEntities(events));
        await recovery.UntilAnsweredAsync(walkers, cancellationToken).ConfigureAwait(false);
        var faults = new ZoneFaults(directory, servers, walkers, ledger, recovery, _random);
        List<ZoneFaultRound> rounds = [];
        foreach (var fault in FaultOrder.Of(plan.Faults, plan.Rounds, _random))
        {
            var round = await faults.InflictAsync(rounds.Count + 1, fault, cancellationToken).ConfigureAwait(false);
            rounds.Add(round);
            report(round);
        }

        await walkers.FallSilentAsync().ConfigureAwait(false);
        await Waiting.TryUntilAsync(() => Task.FromResult(walkers.All.All(static walker => walker.IsDone)), plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        var (lost, doubled) = await walkers.AuditAsync(isSilent: true, cancellationToken).ConfigureAwait(false);
        return new ZoneFaultResult(
            rounds, walkers.All.Sum(static walker => (long)walker.Said), lost, doubled, ledger.CountZonesWithTwoOwners(), servers.EndedByThemselves + servers.All.Count(static server => server.Ended.IsCompleted),
            walkers.All.Sum(static walker => walker.Statistics.Resent), walkers.All.Sum(static walker => walker.Statistics.Attachments), ledger.Errors);
    }
}
