using System.Diagnostics;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.EventStore;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>Lets faults happen to the servers of a world, one after the other.</summary>
/// <param name="directory">Its owners.</param>
/// <param name="servers">Its servers.</param>
/// <param name="walkers">Its clients.</param>
/// <param name="ledger">What servers have told of what they own.</param>
/// <param name="recovery">Waits for what is to come.</param>
/// <param name="random">Decides whom faults meet, and when.</param>
internal sealed class ZoneFaults(EventStoreZoneDirectory directory, ZoneServers servers, ZoneWalkers walkers, OwnershipLedger ledger, ZoneRecovery recovery, Random random)
{
    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(1);

    private (long Lost, long Doubled) _before;

    /// <summary>Lets one happen, and waits until all are served again.</summary>
    public async Task<ZoneFaultRound> InflictAsync(int number, ZoneFault fault, CancellationToken cancellationToken)
    {
        await Task.Delay(random.NextDouble() * LongestDelay, cancellationToken).ConfigureAwait(false);
        walkers.TakeLongestGap();
        var round = fault == ZoneFault.Add
            ? await AddAsync(number, cancellationToken).ConfigureAwait(false)
            : await InflictOnOneAsync(number, fault, cancellationToken).ConfigureAwait(false);
        await recovery.UntilAllServeAsync(directory, servers, cancellationToken).ConfigureAwait(false);
        await recovery.UntilAnsweredAsync(walkers, cancellationToken).ConfigureAwait(false);
        var (before, now) = (_before, await walkers.AuditAsync(isSilent: false, cancellationToken).ConfigureAwait(false));
        _before = now;
        return round with { LongestGap = walkers.TakeLongestGap(), Lost = now.Lost - before.Lost, Doubled = now.Doubled - before.Doubled };
    }

    private static ZoneFaultRound Round(int number, ZoneFault fault, IReadOnlyCollection<TimeSpan> owned, int entities) =>
        new() { Number = number, Fault = fault, Zones = owned.Count, Owned = [.. owned.Order()], Entities = entities, LongestGap = TimeSpan.Zero, Lost = 0, Doubled = 0 };

    private static TimeSpan Elapsed(long from, long to) => Stopwatch.GetElapsedTime(from, Math.Max(from, to));

    private async Task<ZoneFaultRound> InflictOnOneAsync(int number, ZoneFault fault, CancellationToken cancellationToken)
    {
        var victim = servers.All[random.Next(servers.All.Count)];
        var map = await directory.ReadAsync(cancellationToken).ConfigureAwait(false);
        var zones = map.OwnedBy(victim.Name).ToList();
        var numbers = zones.Select(static one => one.Zone).ToHashSet();
        var begun = ZoneFaultWorld.Now;
        var watched = walkers.All.Where(walker => walker.BeginWatch(victim.Number, numbers)).ToList();
        await InflictAsync(fault, victim, () => UntilTakenOverAsync(zones, watched, cancellationToken), cancellationToken).ConfigureAwait(false);
        var results = watched.ConvertAll(static walker => walker.Watched!);
        return Round(number, fault, [.. zones.Select(one => Elapsed(begun, ledger.OwnedAfter(one.Zone, one.Epoch)!.Value))], watched.Count) with
        {
            WalkedOn = results.Count(static watch => !watch.IsInZone),
            Takeovers = [.. results.Where(static watch => watch.IsInZone).Select(static watch => watch.After!.Value).Order()],
        };
    }

    private async Task InflictAsync(ZoneFault fault, ZoneServerProcess victim, Func<Task> untilTakenOver, CancellationToken cancellationToken)
    {
        switch (fault)
        {
            case ZoneFault.Kill:
                await servers.KillAsync(victim).ConfigureAwait(false);
                await untilTakenOver().ConfigureAwait(false);
                await servers.StartAsync(random.Next(2) * victim.Port, cancellationToken).ConfigureAwait(false);
                break;
            case ZoneFault.Restart:
                await servers.KillAsync(victim).ConfigureAwait(false);
                await servers.StartAsync(victim.Port, cancellationToken).ConfigureAwait(false);
                await untilTakenOver().ConfigureAwait(false);
                break;
            case ZoneFault.Terminate:
                await TerminateAsync(victim, cancellationToken).ConfigureAwait(false);
                await untilTakenOver().ConfigureAwait(false);
                await servers.StartAsync(random.Next(2) * victim.Port, cancellationToken).ConfigureAwait(false);
                break;
            default:
                await PauseAsync(victim, untilTakenOver, cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    private async Task PauseAsync(ZoneServerProcess victim, Func<Task> untilTakenOver, CancellationToken cancellationToken)
    {
        await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
        try
        {
            await Task.WhenAll(Task.Delay(2 * directory.LeaseTime, cancellationToken), untilTakenOver()).ConfigureAwait(false);
        }
        finally
        {
            await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
        }
    }

    private async Task<ZoneFaultRound> AddAsync(int number, CancellationToken cancellationToken)
    {
        var added = await servers.StartAsync(0, cancellationToken).ConfigureAwait(false);
        var begun = ZoneFaultWorld.Now;
        await recovery.UntilAllServeAsync(directory, servers, cancellationToken).ConfigureAwait(false);
        List<ZoneAssignment> zones = [];
        await recovery.UntilAsync(
            async () =>
            {
                // Asked for each time: one that was given to it may have gone on before it told.
                zones = [.. (await directory.ReadAsync(cancellationToken).ConfigureAwait(false)).OwnedBy(added.Name)];
                return zones.Count > 0 && zones.TrueForAll(one => OwnedAfter(one) is not null);
            },
            () => $"an added server does not know of its zones {string.Join(", ", zones.Select(static one => $"{one.Zone} of epoch {one.Epoch}"))}",
            cancellationToken).ConfigureAwait(false);
        await recovery.UntilAnsweredAsync(walkers, cancellationToken).ConfigureAwait(false);
        var round = Round(number, ZoneFault.Add, [.. zones.Select(one => Elapsed(begun, OwnedAfter(one)!.Value))], walkers.All.Count(walker => walker.IsServedBy(added.Number)));
        await TerminateAsync(added, cancellationToken).ConfigureAwait(false);
        return round;

        long? OwnedAfter(ZoneAssignment one) => ledger.OwnedAfter(one.Zone, one.Epoch - 1, added.Number);
    }

    private async Task TerminateAsync(ZoneServerProcess server, CancellationToken cancellationToken)
    {
        var ending = servers.TerminateAsync(server);
        await recovery.UntilAsync(() => ending.IsCompleted, () => $"{server.Name} does not end", cancellationToken).ConfigureAwait(false);
        await ending.ConfigureAwait(false);
    }

    /// <summary>All zones have told owners, and other servers have handled a message of each entity.</summary>
    private async Task UntilTakenOverAsync(IReadOnlyList<ZoneAssignment> zones, IReadOnlyList<ZoneWalker> watched, CancellationToken cancellationToken)
    {
        await recovery.UntilTakenOverAsync(watched, cancellationToken).ConfigureAwait(false);
        await recovery.UntilAsync(() => zones.All(one => ledger.OwnedAfter(one.Zone, one.Epoch) is not null), static () => "a zone has no owner that says so", cancellationToken).ConfigureAwait(false);
    }
}
