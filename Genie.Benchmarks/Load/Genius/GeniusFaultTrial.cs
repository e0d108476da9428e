using System.Diagnostics;
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
    // Three probes are missed, two servers must agree, and the one that was halted must find it in the table.
    private const int HaltedProbes = 12;

    private static readonly TimeSpan RevivePause = TimeSpan.FromSeconds(1);
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
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = load.RunAsync(stop.Token);
        try
        {
            await RecoverAsync(fault, load, running, members, stop.Token).ConfigureAwait(false);
            load.BeginWatch();
            await InflictAsync(fault, load, running, members, stop.Token).ConfigureAwait(false);
            await RecoverAsync(fault, load, running, members, stop.Token).ConfigureAwait(false);
            load.Finish();
            await running.WaitAsync(plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        var (silence, longest) = load.Watched;
        long[] answered = [.. Enumerable.Range(0, plan.Senders).Select(load.AnsweredOf)];
        var audit = await TruckAudit.ReadAsync(store, position, route, answered, plan.RecoveryTimeout, cancellationToken).ConfigureAwait(false);
        return new FaultRound(number, FaultOrder.Name(fault), load.Answered, load.Repeated, members.EndedByThemselves - endedBefore, silence, longest, audit.Missing, audit.Doubled, load.Errors);
    }

    private async Task InflictAsync(GeniusFault fault, TruckLoad load, Task running, GeniusMembers members, CancellationToken cancellationToken)
    {
        var all = members.All;
        var victim = all[_random.Next(all.Count)];
        switch (fault)
        {
            case GeniusFault.Kill:
                await members.KillAsync(victim).ConfigureAwait(false);
                await RecoverAsync(fault, load, running, members, cancellationToken).ConfigureAwait(false);
                await members.StartAsync(victim.Port, cancellationToken).ConfigureAwait(false);
                break;
            case GeniusFault.Pause:
                await HaltAsync(victim, load, running, members, cancellationToken).ConfigureAwait(false);
                break;
            default:
                await members.StartAsync(null, cancellationToken).ConfigureAwait(false);
                await RecoverAsync(fault, load, running, members, cancellationToken).ConfigureAwait(false);
                await members.TerminateAsync(victim).ConfigureAwait(false);
                break;
        }
    }

    /// <summary>When it goes on it has been declared dead: it may finish what it was at, finds out, and ends.</summary>
    private async Task HaltAsync(GeniusMember victim, TruckLoad load, Task running, GeniusMembers members, CancellationToken cancellationToken)
    {
        await victim.PauseAsync(isHalted: true).ConfigureAwait(false);
        try
        {
            await Task.WhenAll(Task.Delay(plan.ProbeTimeout * HaltedProbes, cancellationToken), RecoverAsync(GeniusFault.Pause, load, running, members, cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            await victim.PauseAsync(isHalted: false).ConfigureAwait(false);
        }

        await Task.WhenAny(victim.Ended, Task.Delay(plan.RecoveryTimeout, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (!victim.Ended.IsCompleted) throw NotRecovered(GeniusFault.Pause, "a server that the others should have declared dead did not end", load);
        await members.ReviveAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task RecoverAsync(GeniusFault fault, TruckLoad load, Task running, GeniusMembers members, CancellationToken cancellationToken)
    {
        var answers = load.AnswersAsync(plan.AnswersBetween, running, cancellationToken);
        for (var begin = Stopwatch.GetTimestamp(); !answers.IsCompleted; await members.ReviveAsync(cancellationToken).ConfigureAwait(false))
        {
            if (Stopwatch.GetElapsedTime(begin) > plan.RecoveryTimeout) throw NotRecovered(fault, $"a truck had fewer than {plan.AnswersBetween} answers", load);
            await Task.WhenAny(answers, Task.Delay(RevivePause, cancellationToken)).ConfigureAwait(false);
        }

        await answers.ConfigureAwait(false);
    }

    private GrainException NotRecovered(GeniusFault fault, string what, TruckLoad load) => new(
        $"With {FaultOrder.Name(fault)}, {what} within {plan.RecoveryTimeout.TotalSeconds:0} s (seed {plan.Seed}). {string.Join("; ", load.Errors.Select(each => $"{each.Value} x {each.Key}"))}", isTransient: false);
}
