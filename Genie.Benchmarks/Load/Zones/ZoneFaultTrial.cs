using Genie.Benchmarks.Load.Faults;
using Genie.Benchmarks.Load.Games.Shooter;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.EventStore;
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
    private const int AnswersBetween = 10;

    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(1);

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
        var ledger = new OwnershipLedger();
        await using var servers = new ZoneServers((_side, _name), database, ledger);
        await Task.WhenAll(Enumerable.Range(0, plan.Servers).Select(_ => servers.StartAsync(0, cancellationToken))).ConfigureAwait(false);
        await UntilAllServeAsync(directory, servers, cancellationToken).ConfigureAwait(false);
        var seeds = servers.All.Select(static server => server.Address).ToArray();
        await using var walkers = new ZoneWalkers([.. Enumerable.Range(1, plan.Clients).Select(entity => new ZoneWalker((ulong)entity, world, seeds, new Random(_random.Next())))]);
        List<ZoneFaultRound> rounds = [];
        foreach (var fault in FaultOrder.Of(plan.Faults, plan.Rounds, _random))
        {
            var round = await RunRoundAsync(rounds.Count + 1, fault, directory, servers, walkers, cancellationToken).ConfigureAwait(false);
            rounds.Add(round);
            report(round);
        }

        await UntilAnsweredAsync(walkers, cancellationToken).ConfigureAwait(false);
        await walkers.FallSilentAsync().ConfigureAwait(false);
        await Waiting.TryUntilAsync(() => Task.FromResult(walkers.All.All(static walker => walker.IsDone)), plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        return await AuditAsync(rounds, walkers, world.OpenEntities(events), ledger, servers.EndedByThemselves + servers.All.Count(static server => server.Ended.IsCompleted), cancellationToken).ConfigureAwait(false);
    }

    private static async Task<ZoneFaultResult> AuditAsync(
        IReadOnlyList<ZoneFaultRound> rounds, ZoneWalkers walkers, EventStoreEntityStore entities, OwnershipLedger ledger, int ended, CancellationToken cancellationToken)
    {
        var (said, lost, doubled) = (0L, 0L, 0L);
        foreach (var walker in walkers.All)
        {
            var kept = await entities.LoadAsync(walker.Entity, cancellationToken).ConfigureAwait(false) is { } record ? WalkerPackets.CountOf(record.State) : default;
            said += walker.Said;
            lost += kept.LostOf(walker.Said) + walker.Heard.LostOf(walker.Said);
            doubled += (long)kept.Doubled + walker.Heard.Doubled;
        }

        return new ZoneFaultResult(
            rounds, said, lost, doubled, ledger.CountZonesWithTwoOwners(), ended,
            walkers.All.Sum(static walker => walker.Statistics.Resent), walkers.All.Sum(static walker => walker.Statistics.Attachments), ledger.Errors);
    }

    private async Task<ZoneFaultRound> RunRoundAsync(int number, ZoneFault fault, EventStoreZoneDirectory directory, ZoneServers servers, ZoneWalkers walkers, CancellationToken cancellationToken)
    {
        await UntilAnsweredAsync(walkers, cancellationToken).ConfigureAwait(false);
        await Task.Delay(_random.NextDouble() * LongestDelay, cancellationToken).ConfigureAwait(false);
        var victim = servers.All[_random.Next(servers.All.Count)];
        var map = await directory.ReadAsync(cancellationToken).ConfigureAwait(false);
        var zones = map.OwnedBy(victim.Name).Select(static one => one.Zone).ToHashSet();
        var watched = walkers.All.Where(walker => walker.BeginWatch(victim.Number, zones)).ToList();
        await InflictAsync(fault, victim, watched, directory, servers, cancellationToken).ConfigureAwait(false);
        await UntilAllServeAsync(directory, servers, cancellationToken).ConfigureAwait(false);
        var results = watched.ConvertAll(static walker => walker.Watched!);
        return new ZoneFaultRound(
            number, FaultOrder.Name(fault), zones.Count, watched.Count, results.Count(static watch => !watch.IsInZone), [.. results.Where(static watch => watch.IsInZone).Select(static watch => watch.After!.Value).Order()]);
    }

    private async Task InflictAsync(ZoneFault fault, ZoneServerProcess victim, List<ZoneWalker> watched, EventStoreZoneDirectory directory, ZoneServers servers, CancellationToken cancellationToken)
    {
        switch (fault)
        {
            case ZoneFault.Kill:
                await servers.KillAsync(victim).ConfigureAwait(false);
                await UntilTakenOverAsync(watched, cancellationToken).ConfigureAwait(false);
                await servers.StartAsync(_random.Next(2) * victim.Port, cancellationToken).ConfigureAwait(false);
                break;
            case ZoneFault.Restart:
                await servers.KillAsync(victim).ConfigureAwait(false);
                await servers.StartAsync(victim.Port, cancellationToken).ConfigureAwait(false);
                await UntilTakenOverAsync(watched, cancellationToken).ConfigureAwait(false);
                break;
            default:
                await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
                try
                {
                    await Task.WhenAll(Task.Delay(2 * directory.LeaseTime, cancellationToken), UntilTakenOverAsync(watched, cancellationToken)).ConfigureAwait(false);
                }
                finally
                {
                    await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
                }

                break;
        }
    }

    /// <summary>Other servers have handled a message of each.</summary>
    private Task UntilTakenOverAsync(List<ZoneWalker> watched, CancellationToken cancellationToken) =>
        UntilAsync(() => Task.FromResult(watched.TrueForAll(static walker => walker.Watched?.After is not null)), () => string.Join("; ", watched.Where(static walker => walker.Watched?.After is null)), cancellationToken);

    /// <summary>Each has had answers.</summary>
    private Task UntilAnsweredAsync(ZoneWalkers walkers, CancellationToken cancellationToken)
    {
        var wanted = walkers.All.ToDictionary(static walker => walker, static walker => walker.Answers + AnswersBetween);
        return UntilAsync(() => Task.FromResult(wanted.All(static one => one.Key.Answers >= one.Value)), () => string.Join("; ", wanted.Where(static one => one.Key.Answers < one.Value).Select(static one => one.Key)), cancellationToken);
    }

    /// <summary>All zones have owners that live, and all servers have zones.</summary>
    private Task UntilAllServeAsync(EventStoreZoneDirectory directory, ZoneServers servers, CancellationToken cancellationToken) => UntilAsync(
        async () =>
        {
            var map = await directory.ReadAsync(cancellationToken).ConfigureAwait(false);
            return map.Assignments.All(static zone => zone.IsLive) && servers.All.All(server => map.OwnedBy(server.Name).Any());
        },
        static () => "a zone had no server, or a server no zone",
        cancellationToken);

    private async Task UntilAsync(Func<Task<bool>> condition, Func<string> otherwise, CancellationToken cancellationToken)
    {
        if (await Waiting.TryUntilAsync(condition, plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false)) return;
        cancellationToken.ThrowIfCancellationRequested();
        throw new ZoneException($"After {plan.RecoveryTimeout.TotalSeconds:0} s these were not served (seed {plan.Seed}): {otherwise()}.", isTransient: false);
    }
}
