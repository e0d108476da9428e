using System.Text;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Schedules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleStoreModeTests
{
    private static readonly Rule Seen = new("seen", Condition.Kind("seen"));
    private static readonly Rule Fast = new("fast", Condition.Value(Comparison.Greater, 100));

    [Fact]
    public async Task A_disabled_rule_matches_nothing_until_it_is_enabled()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([RuleChange.Put(Seen), RuleChange.Put(Fast)], null, default);

        await rules.SetModeAsync("seen", RuleMode.Disabled, null, default);
        Assert.Equal(["fast"], await MatchesAsync(engine));
        Assert.Equal(RuleMode.Disabled, rules.Find("seen")!.Mode);

        await rules.SetModeAsync("seen", RuleMode.Shadow, null, default);
        Assert.Equal(["fast"], await MatchesAsync(engine));
        Assert.Equal(["seen"], await MatchesAsync(rules.Shadows));

        await rules.SetModeAsync("seen", RuleMode.Active, null, default);
        Assert.Equal(["fast", "seen"], await MatchesAsync(engine));
        Assert.Empty(await MatchesAsync(rules.Shadows));
        Assert.Equal("none", (await Assert.ThrowsAsync<UnknownRuleException>(() => rules.SetModeAsync("none", RuleMode.Disabled, null, default))).RuleId);
        Assert.Equal(["fast", "seen"], rules.List().Select(each => each.Id));
    }

    [Fact]
    public async Task What_a_rule_does_is_the_same_after_a_restart()
    {
        using var folder = new StoreFolder();
        await using (var store = await folder.OpenAsync())
        {
            using var rules = new RuleStore(store, new RuleEngine(new StripeGeocoder()));
            await rules.PutAsync(Seen, RuleMode.Shadow, null, default);
            await rules.PutAsync(Fast, RuleMode.Disabled, new RequestKey(1, 1, 1), default);
            await rules.PutAsync(Fast, RuleMode.Disabled, new RequestKey(1, 1, 1), default);
        }

        await using var again = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var reloaded = new RuleStore(again, engine);
        await reloaded.LoadAsync(default);

        Assert.Equal([("fast", RuleMode.Disabled, 4L), ("seen", RuleMode.Shadow, 2L)], reloaded.List().Select(each => (each.Id, each.Mode, each.Version)));
        Assert.Empty(await MatchesAsync(engine));
        Assert.Equal(["seen"], await MatchesAsync(reloaded.Shadows));
    }

    [Fact]
    public async Task Rules_are_rolled_back_to_any_version_and_forward_again()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var random = new Random(5);
        var made = new RandomRules(5);
        using var rules = new RuleStore(store, new RuleEngine(new StripeGeocoder()));
        var states = new List<(long Version, string State)> { (0, "") };
        for (var step = 0; step < 60; step++)
        {
            var id = $"r{random.Next(6)}";
            if (rules.Find(id) is null || random.Next(3) == 0) await rules.PutAsync(made.NextRule() with { Id = id }, (RuleMode)random.Next(3), null, default);
            else if (random.Next(2) == 0) await rules.SetModeAsync(id, (RuleMode)random.Next(3), null, default);
            else await rules.ChangeAsync([RuleChange.Remove(id)], null, default);
            states.Add((rules.Version, StateOf(rules)));
        }

        foreach (var (version, state) in states.OrderBy(_ => random.Next()).Take(20))
        {
            await rules.RollBackAsync(version, default);
            Assert.Equal(state, StateOf(rules));
        }

        await rules.RollBackAsync(states[^1].Version, default);
        Assert.Equal(states[^1].State, StateOf(rules));
        Assert.Equal(0, await rules.RollBackAsync(states[^1].Version, default));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => rules.RollBackAsync(rules.Version + 1, default));
    }

    [Fact]
    public async Task A_rule_that_this_host_cannot_run_is_set_aside_and_stops_no_other()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var foreign = new Rule("foreign", Condition.Kind("seen") & Condition.During(new Schedule { TimeZone = "Mars/Olympus_Mons" }));
        await AppendAsync(store, RuleCodec.Encode(Seen), RuleCodec.Encode(foreign), OfALaterVersion("later"), RuleCodec.Encode(Fast));
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);

        await rules.LoadAsync(default);

        Assert.Equal(["fast", "seen"], await MatchesAsync(engine));
        Assert.Equal(["foreign", "later"], rules.Quarantined.Select(each => each.Id));
        Assert.Contains("Mars/Olympus_Mons", rules.Quarantined[0].QuarantineReason, StringComparison.Ordinal);
        Assert.Null(rules.Quarantined[1].Rule);

        // What is put in its place runs, and what was never to run is no concern.
        await rules.PutAsync(foreign with { When = Condition.Kind("seen") }, RuleMode.Active, null, default);
        await rules.ChangeAsync([RuleChange.Remove("later")], null, default);
        Assert.Empty(rules.Quarantined);
        Assert.Equal(["fast", "foreign", "seen"], await MatchesAsync(engine));
    }

    [Fact]
    public async Task A_rule_set_aside_takes_the_one_before_it_along()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([RuleChange.Put(Seen)], null, default);
        await AppendAsync(store, RuleCodec.Encode(Seen with { When = Condition.During(new Schedule { TimeZone = "Mars/Olympus_Mons" }) }));

        await rules.LoadAsync(default);

        Assert.Empty(await MatchesAsync(engine));
        Assert.Equal("seen", rules.Quarantined.Single().Id);
    }

    private static byte[] OfALaterVersion(string id)
    {
        // A condition whose field this version does not have.
        var rule = new RuleDefinition { Id = id, When = new RuleCondition() }.ToByteArray();
        return [.. rule[..^1], 3, 0xf2, 0x07, 0];
    }

    private static async Task AppendAsync(IEventStore store, params byte[][] rules) =>
        await store.AppendAsync(new AppendRequest(RuleStore.DefaultStream, rules.Select(each => new NewEvent(RuleStore.RuleAdded, each)).ToArray()), default);

    private static async Task<List<string>> MatchesAsync(RuleEngine engine)
    {
        var ids = new List<string>();
        await engine.MatchAsync(new GeniusEvent { Key = "k", RequestKey = default, Kind = "seen", Time = DateTimeOffset.UnixEpoch, Place = new GeoPoint(1, 1), Value = 101 }, ids, default);
        ids.Sort(StringComparer.Ordinal);
        return ids;
    }

    private static string StateOf(RuleStore rules)
    {
        var state = new StringBuilder();
        foreach (var each in rules.List()) state.Append(each.Id).Append(' ').Append(each.Mode).Append(' ').Append(Convert.ToHexString(RuleCodec.Encode(each.Rule!))).Append('\n');
        return state.ToString();
    }
}
