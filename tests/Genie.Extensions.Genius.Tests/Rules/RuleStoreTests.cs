using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Rules;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleStoreTests
{
    [Fact]
    public async Task Rules_are_what_their_events_amount_to()
    {
        using var folder = new TemporaryFolder();
        var random = new RandomRules(11);
        Rule[] rules = [.. Enumerable.Range(0, 300).Select(_ => random.NextRule())];
        byte[][] expected;
        await using (var store = await OpenAsync(folder))
        {
            var engine = new RuleEngine(new StripeGeocoder());
            using var kept = new RuleStore(store, engine);
            await kept.ChangeAsync([.. rules.Select(RuleChange.Put)], new RequestKey(1, 1, 1), default);
            await kept.ChangeAsync([.. rules.Take(50).Select(rule => RuleChange.Remove(rule.Id))], null, default);
            await kept.ChangeAsync([.. rules.Select(RuleChange.Put)], new RequestKey(1, 1, 1), default);
            expected = Encoded(engine);
            Assert.Equal(250, engine.Rules.Count);
        }

        await using var again = await OpenAsync(folder);
        var rebuilt = new RuleEngine(new StripeGeocoder());
        using var reloaded = new RuleStore(again, rebuilt);
        await reloaded.LoadAsync(default);

        Assert.Equal(expected, Encoded(rebuilt));
        Assert.Equal(Encoded(rules.Skip(50)), Encoded(rebuilt));
    }

    [Fact]
    public async Task Other_changes_under_a_known_key_are_refused()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        var (key, rule) = (new RequestKey(1, 1, 1), new Rule("r", Condition.Always));
        await rules.ChangeAsync([RuleChange.Put(rule)], key, default);
        var other = new Rule("r", Condition.In(Genius.Regions.RegionCondition.Circle(new Genie.Geocoding.GeoPoint(40, -75), 100)));

        await Assert.ThrowsAsync<RequestKeyReusedException>(() => rules.ChangeAsync([RuleChange.Put(other)], key, default));
        await Assert.ThrowsAsync<RequestKeyReusedException>(() => rules.ChangeAsync([RuleChange.Remove("r")], key, default));
        await Assert.ThrowsAsync<RequestKeyReusedException>(() => rules.PutAsync(rule, RuleMode.Shadow, key, default));
        await Assert.ThrowsAsync<RequestKeyReusedException>(() => rules.SetModeAsync("r", RuleMode.Disabled, key, default));
        await rules.PutAsync(rule, RuleMode.Active, key, default);

        Assert.Equal(1, rules.Version);
        Assert.Equal(Encoded([rule]), Encoded(engine));
    }

    [Fact]
    public async Task Changes_of_another_are_followed()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        var (ours, theirs) = (new RuleEngine(new StripeGeocoder()), new RuleEngine(new StripeGeocoder()));
        using var follower = new RuleStore(store, ours);
        using var changer = new RuleStore(store, theirs);
        var clock = new ManualClock();
        using var stop = new CancellationTokenSource();
        var following = follower.FollowAsync(TimeSpan.FromSeconds(5), clock, stop.Token);

        await changer.ChangeAsync([RuleChange.Put(new Rule("r", Condition.Always))], null, default);

        Assert.Null(ours.Find("r"));

        clock.Advance(TimeSpan.FromSeconds(5));

        while (ours.Find("r") is null && !following.IsCompleted) await Task.Yield();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => following);
    }

    [Fact]
    public async Task A_rule_that_is_none_is_not_put_on_record()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        using var kept = new RuleStore(store, new RuleEngine(new StripeGeocoder()));

        await Assert.ThrowsAsync<InvalidRuleException>(() => kept.ChangeAsync([RuleChange.Put(new Rule("r", Condition.In(Genius.Regions.RegionCondition.Cell("!"))))], null, default));

        Assert.Equal(0, await store.GetVersionAsync(RuleStore.DefaultStream, default));
    }

    [Fact]
    public void Cut_bytes_are_no_rule_or_another_one()
    {
        var rule = new RandomRules(5).NextRule();
        var encoded = RuleCodec.Encode(rule with { When = rule.When & Condition.Kind("last") });
        for (var length = 0; length < encoded.Length; length++)
        {
            try
            {
                Assert.NotEqual(encoded, RuleCodec.Encode(RuleCodec.Decode(encoded.AsSpan(0, length))));
            }
            catch (MalformedRuleException error)
            {
                Assert.NotEmpty(error.Message);
            }
        }
    }

    private static byte[][] Encoded(RuleEngine engine) => Encoded(engine.Rules.Rules);

    private static byte[][] Encoded(IEnumerable<Rule> rules) => [.. rules.OrderBy(rule => rule.Id, StringComparer.Ordinal).Select(RuleCodec.Encode)];

    private static Task<EmbeddedEventStore> OpenAsync(TemporaryFolder folder) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, default);
}
