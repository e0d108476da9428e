using Genie.Benchmarks.Load.Games.Shooter;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.EventStore;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>Waits until all is well again.</summary>
/// <param name="plan">Says how long at most.</param>
internal sealed class ZoneRecovery(ZoneFaultPlan plan)
{
    private const int AnswersBetween = 10;

    /// <summary>Each client has had answers.</summary>
    public Task UntilAnsweredAsync(ZoneWalkers walkers, CancellationToken cancellationToken)
    {
        var wanted = walkers.All.ToDictionary(static walker => walker, static walker => walker.Answers + AnswersBetween);
        return UntilAsync(() => wanted.All(static one => one.Key.Answers >= one.Value), () => string.Join("; ", wanted.Where(static one => one.Key.Answers < one.Value).Select(static one => one.Key)), cancellationToken);
    }

    /// <summary>Other servers have handled a message of each.</summary>
    public Task UntilTakenOverAsync(IReadOnlyList<ZoneWalker> watched, CancellationToken cancellationToken) =>
        UntilAsync(() => watched.All(static walker => walker.Watched?.After is not null), () => string.Join("; ", watched.Where(static walker => walker.Watched?.After is null)), cancellationToken);

    /// <summary>All zones have owners that live, and all servers their shares.</summary>
    public Task UntilAllServeAsync(EventStoreZoneDirectory directory, ZoneServers servers, CancellationToken cancellationToken) => UntilAsync(
        async () =>
        {
            var map = await directory.ReadAsync(cancellationToken).ConfigureAwait(false);
            var loads = servers.All.Select(server => map.OwnedBy(server.Name).Count()).ToList();
            return map.Assignments.All(static zone => zone.IsLive) && loads.Sum() == map.Assignments.Count && loads.Max() - loads.Min() < 2;
        },
        static () => "a zone had no server, or a server not its share of zones",
        cancellationToken);

    /// <summary>A condition holds.</summary>
    public Task UntilAsync(Func<bool> condition, Func<string> otherwise, CancellationToken cancellationToken) => UntilAsync(() => Task.FromResult(condition()), otherwise, cancellationToken);

    /// <summary>A condition holds that has to be asked for.</summary>
    public async Task UntilAsync(Func<Task<bool>> condition, Func<string> otherwise, CancellationToken cancellationToken)
    {
        if (await Waiting.TryUntilAsync(condition, plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false)) return;
        cancellationToken.ThrowIfCancellationRequested();
        throw new ZoneException($"After {plan.RecoveryTimeout.TotalSeconds:0} s these were not served (seed {plan.Seed}): {otherwise()}.", isTransient: false);
    }
}
