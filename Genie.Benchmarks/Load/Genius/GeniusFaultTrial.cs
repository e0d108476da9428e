using System.Globalization;
using Genie.Benchmarks.Load.Faults;
using Genie.EventStore.PostgreSql;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>
/// Servers of Genius on one database under load, to which faults happen. After each, every truck must be answered again; then the facts that the store has are compared with those
/// that the answered events lead to: each is there, and once.
/// </summary>
/// <param name="plan">What to do.</param>
/// <param name="report">Gets each round as it ends.</param>
internal sealed class GeniusFaultTrial(GeniusFaultPlan plan, Action<FaultRound> report)
{
    private static readonly TimeSpan EventsAge = TimeSpan.FromDays(1);

    private readonly Random _random = new(plan.Seed);

    /// <summary>Runs it.</summary>
    /// <exception cref="GrainException">The cluster did not come up, or did not answer again.</exception>
    public async Task<IReadOnlyList<FaultRound>> RunAsync(CancellationToken cancellationToken)
    {
        var database = PostgresServer.ConnectionString(plan.Postgres.Process);
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = database }, cancellationToken).ConfigureAwait(false);
        using (var rules = new RuleStore(store, new RuleEngine(EmbeddedGeocoder.OpenDefault())))
            await rules.ChangeAsync([.. TruckRoute.Rules.Select(static rule => RuleChange.Put(new Rule(rule.Key, RuleText.Parse(rule.Value))))], null, cancellationToken).ConfigureAwait(false);
        await using var members = new GeniusMembers(SettingsOf(database));
        await Task.WhenAll(Enumerable.Range(0, plan.Servers).Select(_ => members.StartAsync(null, cancellationToken))).ConfigureAwait(false);
        List<FaultRound> rounds = [];
        foreach (var fault in FaultOrder.Of(plan.Faults, plan.Rounds, _random))
        {
            var round = await RunRoundAsync(rounds.Count + 1, fault, store, members, cancellationToken).ConfigureAwait(false);
            rounds.Add(round);
            report(round);
        }

        return rounds;
    }

    private Dictionary<string, string> SettingsOf(string database) => new(TruckRoute.Settings)
    {
        ["Database"] = database,
        ["KeysMax"] = "0",
        ["Silo__ClusterId"] = $"genius-{Guid.NewGuid():N}",
        ["Silo__ProbeTimeout"] = plan.ProbeTimeout.ToString("c", CultureInfo.InvariantCulture),
        ["Silo__AliveInterval"] = plan.TableInterval.ToString("c", CultureInfo.InvariantCulture),
        ["Silo__TableRefresh"] = plan.TableInterval.ToString("c", CultureInfo.InvariantCulture),
        ["Silo__ResponseTimeout"] = plan.ResponseTimeout.ToString("c", CultureInfo.InvariantCulture),
    };

    private async Task<FaultRound> RunRoundAsync(int number, GeniusFault fault, PostgreSqlEventStore store, GeniusMembers members, CancellationToken cancellationToken)
    {
        var now = DateTimeOffset.UtcNow - EventsAge;
        var route = new TruckRoute(RunNumber.Next(), now.AddTicks(-(now.Ticks % TimeSpan.FromMinutes(1).Ticks)));
        using var load = new TruckLoad(plan, route, members);
        var endedBefore = members.EndedByThemselves;
        var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        await FaultScene<GeniusMember>.RunAsync(plan, FaultOrder.Name(fault), load, members, (scene, token) => InflictAsync(fault, scene, members, token), cancellationToken).ConfigureAwait(false);
        var (silence, longest) = load.Watched;
        long[] answered = [.. Enumerable.Range(0, plan.Senders).Select(load.AnsweredOf)];
        var audit = await TruckAudit.ReadAsync(store, position, route, answered, plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        return new FaultRound(number, FaultOrder.Name(fault), load.Answered, load.Repeated, members.EndedByThemselves - endedBefore, silence, longest, audit.Missing, audit.Doubled, load.Errors);
    }

    private async Task InflictAsync(GeniusFault fault, FaultScene<GeniusMember> scene, GeniusMembers members, CancellationToken cancellationToken)
    {
        var all = members.All;
        var victim = all[_random.Next(all.Count)];
        switch (fault)
        {
            case GeniusFault.Kill:
                await members.KillAsync(victim).ConfigureAwait(false);
                await scene.RecoverAsync(cancellationToken).ConfigureAwait(false);
                await members.StartAsync(victim.Port, cancellationToken).ConfigureAwait(false);
                break;
            case GeniusFault.Pause:
                await scene.HaltAsync(victim, cancellationToken).ConfigureAwait(false);
                break;
            default:
                await members.StartAsync(null, cancellationToken).ConfigureAwait(false);
                await scene.RecoverAsync(cancellationToken).ConfigureAwait(false);
                await members.TerminateAsync(victim).ConfigureAwait(false);
                break;
        }
    }
}
