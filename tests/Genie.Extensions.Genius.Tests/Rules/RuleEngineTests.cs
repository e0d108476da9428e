using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleEngineTests(ITestOutputHelper output)
{
    private static readonly GeniusEvent Play = new()
    {
        Key = "machine",
        RequestKey = new RequestKey(1, 1, 1),
        Kind = "play",
        Time = new DateTimeOffset(2026, 7, 4, 3, 0, 0, TimeSpan.FromHours(-4)),
        Place = new GeoPoint(39.9956, -75.1145),
    };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    public async Task The_index_finds_what_trying_every_rule_finds_while_rules_come_and_go(int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new RandomRules(seed) { HasTables = true };
        var engine = new RuleEngine(new StripeGeocoder { IsSlow = seed % 4 == 0 }, SampleTables.Resources());
        var model = new Dictionary<string, Rule>();
        var (found, matches) = (new List<string>(), 0);
        for (var round = 0; round < 12; round++)
        {
            var changes = NextChanges(random, model);
            engine.Apply(changes);
            foreach (var each in changes)
            {
                if (each.Rule is null) model.Remove(each.Id);
                else model[each.Id] = each.Rule;
            }

            Assert.Equal(model.Count, engine.Rules.Count);
            Assert.Equal(model.Keys.Order(), engine.Rules.Rules.Select(rule => rule.Id).Order());
            for (var i = 0; i < 40; i++)
            {
                var value = random.NextEvent();
                found.Clear();
                await engine.MatchAsync(value, found, default);
                Assert.Equal(model.Values.Where(rule => NaiveEvaluator.Meets(rule.When, value)).Select(rule => rule.Id).Order(), found.Order());
                matches += found.Count;
            }
        }

        Assert.True(matches > 1000, $"{matches} matches show little.");
    }

    [Fact]
    public async Task A_match_during_changes_sees_the_rules_before_or_after_never_some_of_both()
    {
        var engine = new RuleEngine(new StripeGeocoder());
        RuleChange[] first = [.. Enumerable.Range(0, 50).Select(i => RuleChange.Put(new Rule($"a{i}", Condition.Kind("play"))))];
        RuleChange[] second = [.. Enumerable.Range(0, 50).Select(i => RuleChange.Put(new Rule($"b{i}", !Condition.Kind("stop"))))];
        RuleChange[] forth = [.. first.Select(each => RuleChange.Remove(each.Id)), .. second];
        RuleChange[] back = [.. second.Select(each => RuleChange.Remove(each.Id)), .. first];
        engine.Apply(first);
        using var done = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 2).Select(_ => Task.Run(async () =>
        {
            var seen = 0;
            while (!done.IsCancellationRequested || seen == 0)
            {
                var found = new List<string>();
                await engine.MatchAsync(Play, found, default);
                Assert.Equal(50, found.Count);
                Assert.Single(found.Select(id => id[0]).Distinct());
                seen++;
            }
        })).ToArray();
        for (var i = 0; i < 200; i++) engine.Apply(i % 2 == 0 ? forth : back);
        await done.CancelAsync();
        await Task.WhenAll(readers);
    }

    [Fact]
    public async Task A_rule_of_negations_only_matches_whatever_is_not_excluded()
    {
        var rule = new Rule("r", !(Condition.In(RegionCondition.Circle(new GeoPoint(0, 0), 1000)) | Condition.Kind("stop")));

        Assert.Equal(["r"], await MatchAsync(rule, Play));
        Assert.Empty(await MatchAsync(rule, Play with { Place = new GeoPoint(0, 0.001) }));
        Assert.Empty(await MatchAsync(rule, Play with { Kind = "stop" }));
        Assert.Equal(["r"], await MatchAsync(rule, Play with { Place = new GeoPoint(91, 0) }));
    }

    [Fact]
    public async Task A_rule_that_an_event_meets_in_two_ways_is_named_once()
    {
        var rule = new Rule("r", Condition.Kind("play") | Condition.In(RegionCondition.Cell("dr4")) | Condition.In(RegionCondition.Circle(Play.Place, 10)));

        Assert.Equal(["r"], await MatchAsync(rule, Play));
    }

    [Fact]
    public async Task Named_areas_are_those_of_the_embedded_geocoder()
    {
        var engine = new RuleEngine(EmbeddedGeocoder.OpenDefault());
        engine.Apply([
            RuleChange.Put(new Rule("country", Condition.In(RegionCondition.Country("US")))), RuleChange.Put(new Rule("state", Condition.In(RegionCondition.State("US-PA")))),
            RuleChange.Put(new Rule("county", Condition.In(RegionCondition.County("42101")))), RuleChange.Put(new Rule("elsewhere", Condition.In(RegionCondition.County("42045"))))]);
        var found = new List<string>();

        await engine.MatchAsync(Play, found, default);

        Assert.Equal(["country", "county", "state"], found.Order());
    }

    [Fact]
    public void A_rule_that_is_none_is_refused_and_nothing_changes()
    {
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(new Rule("good", Condition.Always));
        Condition[] wrong =
        [
            Condition.In(RegionCondition.Circle(new GeoPoint(91, 0), 1)), Condition.In(RegionCondition.Circle(new GeoPoint(1, 0), -1)),
            Condition.In(RegionCondition.Polygon(new GeoPoint(0, 0), new GeoPoint(1, 1))), Condition.In(RegionCondition.Cell("a")), Condition.In(RegionCondition.Cell("")),
            Condition.During(new Schedule { TimeZone = "Atlantis/Capital" }), Nested(Condition.NestingMax + 1), Nested(100_000),
            Nested(Condition.NestingMax + 1, inner => inner & Condition.Always), Nested(100_000, inner => inner | Condition.Always),
        ];
        foreach (var each in wrong)
        {
            var error = Assert.Throws<InvalidRuleException>(() => engine.Apply([RuleChange.Remove("good"), RuleChange.Put(new Rule("bad", each))]));
            Assert.Equal("bad", error.RuleId);
            Assert.NotNull(engine.Find("good"));
            Assert.Null(engine.Find("bad"));
        }
    }

    [Fact]
    public async Task A_rule_nested_as_deeply_as_allowed_matches_and_is_read_back()
    {
        var place = Condition.In(RegionCondition.Polygon(new GeoPoint(39, -76), new GeoPoint(41, -76), new GeoPoint(41, -75), new GeoPoint(39, -75)));
        foreach (var when in new[] { Nested(Condition.NestingMax, inner => inner & place, place), Nested(Condition.NestingMax, inner => inner | place, place) })
        {
            var rule = new Rule("deep", when);

            Assert.Equal(["deep"], await MatchAsync(rule, Play));
            Assert.Equal(["deep"], await MatchAsync(RuleCodec.Decode(RuleCodec.Encode(rule)), Play));
        }
    }

    private static Condition Nested(int levels, Func<Condition, Condition>? wrap = null, Condition? innermost = null) =>
        Enumerable.Range(1, levels - 1).Aggregate(innermost ?? Condition.Always, (inner, _) => wrap is null ? !inner : wrap(inner));

    private static List<RuleChange> NextChanges(RandomRules random, Dictionary<string, Rule> model)
    {
        var changes = new List<RuleChange>();
        for (var i = random.Next(60); i >= 0; i--) changes.Add(RuleChange.Put(random.NextRule()));
        foreach (var id in model.Keys)
        {
            if (random.Next(4) == 0) changes.Add(random.Next(2) == 0 ? RuleChange.Remove(id) : RuleChange.Put(random.NextRule() with { Id = id }));
        }

        changes.Add(RuleChange.Remove("never there"));
        return changes;
    }

    private static async Task<List<string>> MatchAsync(Rule rule, GeniusEvent value)
    {
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(rule);
        var found = new List<string>();
        await engine.MatchAsync(value, found, default);
        Assert.Equal(found.Count > 0, RuleEvaluator.Meets(rule.When, value, StripeGeocoder.LookUp(value.Place)));
        return found;
    }
}
