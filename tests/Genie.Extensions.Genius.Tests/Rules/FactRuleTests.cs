using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class FactRuleTests
{
    private static readonly GeoPoint Yard = new(40, -75);
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly WindowDefinition Minutes = new() { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), AllowedLateness = TimeSpan.FromHours(1) };

    [Fact]
    public async Task A_windows_result_meets_rules_and_those_that_follow_from_them_in_its_own_commit()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions { Windows = [Minutes] });
        driver.PutRule("busy", """window("minutes").count >= 3 && window("minutes").average > 1 && window("minutes").top == "moved" """);
        driver.PutRule("alarm", """rule("busy") && key.startsWith("truck-") && time.during("daily 00:00-01:00 UTC")""");
        driver.PutRule("others", """rule("busy") && key.startsWith("van-")""");
        driver.PutRule("elsewhere", """window("hours").count >= 3""");
        driver.PutRule("events", "value > 0");
        for (var i = 0; i < 3; i++) Assert.Equal(["events"], (await driver.SendAsync("truck-7", "moved", Yard, 2)).Rules);
        await driver.SendAsync("truck-8", "moved", Yard, 2);

        await driver.AdvanceAsync(TimeSpan.FromMinutes(5));

        var outputs = await driver.ReadOutputsAsync();
        var matched = Assert.Single(outputs, each => each.FactMatched is not null);
        Assert.Equal(("truck-7", 3, Begin.AddMinutes(1)), (matched.FactMatched.Key, matched.FactMatched.WindowClosed.Count, matched.FactMatched.WindowClosed.End.ToDateTimeOffset()));
        Assert.Equal(["alarm", "busy"], matched.FactMatched.Rules);
        Assert.Empty(matched.FactMatched.RetractedRules);
        Assert.Equal(3, Assert.Single(outputs, each => each.Position == matched.Position - 1).WindowClosed.Count);
    }

    [Fact]
    public async Task A_revision_takes_back_what_holds_no_more_and_what_followed_from_it()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions { Windows = [Minutes] });
        driver.PutRule("few", """window("minutes").count < 3""");
        driver.PutRule("dull", """rule("few")""");
        driver.PutRule("busy", """window("minutes") && !(window("minutes").count < 3)""");
        await SendAsync(0, 1);
        await SendAsync(1, 2);
        await SendAsync(90, 3);
        Assert.Equal(["+dull,few -"], await ReadAsync());

        await SendAsync(30, 4);
        Assert.Equal(["+busy -dull,few"], await ReadAsync());

        // It holds as before: no news.
        await SendAsync(31, 5);
        Assert.Empty(await ReadAsync());

        driver.Rules.Remove("busy");
        await SendAsync(32, 6);
        Assert.Equal(["+ -busy"], await ReadAsync());

        Task SendAsync(int second, ulong sequence) => driver.SendAsync(EventOf(second, sequence));
        async Task<List<string>> ReadAsync() => [.. (await driver.ReadOutputsAsync()).Where(each => each.FactMatched is not null).Select(each => Text(each.FactMatched))];
    }

    [Fact]
    public async Task Sessions_that_become_one_take_back_what_each_had_met()
    {
        var visits = new WindowDefinition { Name = "visits", Shape = new SessionWindow(TimeSpan.FromSeconds(10)), AllowedLateness = TimeSpan.FromHours(1) };
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions { Windows = [visits] });
        driver.PutRule("short", """window("visits").count == 1""");
        driver.PutRule("long", """window("visits").count > 2""");
        foreach (var second in new[] { 0, 15, 60, 8 }) await driver.SendAsync(EventOf(second, (ulong)second + 1));

        var matched = (await driver.ReadOutputsAsync()).Where(each => each.FactMatched is not null).Select(each => each.FactMatched).ToList();
        Assert.Equal(["+short -", "+short -", "+ -short", "+ -short", "+long -"], matched.Select(Text));
        Assert.Equal([0, 15, 0, 15, 0], matched.Select(each => (each.WindowClosed.Start.ToDateTimeOffset() - Begin).TotalSeconds));
        Assert.All(matched.Skip(2).Take(2), each => Assert.True(each.WindowClosed.IsRetracted));
    }

    [Fact]
    public async Task Sequences_absences_and_fences_meet_rules()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions
        {
            Patterns =
            [
                new PatternDefinition { Name = "broken-in", Steps = ["failed", "entered"], Within = TimeSpan.FromMinutes(10) },
                new PatternDefinition { Name = "silent", Steps = ["failed", "answered"], Within = TimeSpan.FromMinutes(2), IsAbsence = true },
            ],
            Geofences = [new GeofenceDefinition { Name = "yards", IsFence = static rule => rule == "yard" }],
        });
        driver.PutRule("yard", "place.within(circle(40, -75, 200))");
        foreach (var kind in new[] { "failed", "entered", "answered" }) driver.PutRule(kind, $"kind == \"{kind}\"");
        driver.PutRule("theft", """pattern("broken-in").seconds <= 60""");
        driver.PutRule("slow theft", """pattern("broken-in").seconds > 60""");
        driver.PutRule("unanswered", """pattern("silent")""");
        driver.PutRule("gone", """geofence("yards").change == "left" && geofence("yards").fence == "yard" && geofence("yards").seconds >= 90""");
        await driver.SendAsync("door", "failed", Yard);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(30));
        await driver.SendAsync("door", "entered", Yard);
        await driver.AdvanceAsync(TimeSpan.FromMinutes(10));
        await driver.SendAsync("door", "seen", new GeoPoint(10, 10));

        var matched = (await driver.ReadOutputsAsync()).Where(each => each.FactMatched is not null).Select(each => (each.FactMatched.FactCase, Text(each.FactMatched)));
        Assert.Equal(
            [(FactMatched.FactOneofCase.PatternMatched, "+theft -"), (FactMatched.FactOneofCase.AbsenceNoticed, "+unanswered -"), (FactMatched.FactOneofCase.FenceTransitioned, "+gone -")], matched);
    }

    [Fact]
    public async Task Rules_follow_from_rules_that_an_event_meets_to_a_depth()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions());
        driver.PutRule("r0", """kind == "moved" """);
        for (var i = 10; i > 0; i--) driver.PutRule($"r{i}", $"rule(\"r{i - 1}\")");
        driver.PutRule("fast", "value > 100");
        driver.PutRule("both", """rule("r2") && rule("fast") && place.within(circle(40, -75, 200))""");
        driver.PutRule("hen", """rule("egg")""");
        driver.PutRule("egg", """rule("hen")""");

        Assert.Equal(["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"], (await driver.SendAsync("truck-7", "moved", Yard, 3)).Rules);
        Assert.Equal(["r9"], driver.Rules.TooDeep);
        Assert.Equal(["both", "fast", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"], (await driver.SendAsync("truck-7", "moved", Yard, 300)).Rules);
        Assert.Equal(["fast"], (await driver.SendAsync("truck-7", "parked", Yard, 300)).Rules);

        driver.PutRule("r9", "false");
        Assert.Empty(driver.Rules.TooDeep);
        await driver.SendAsync("truck-7", "moved", Yard, 3);
        Assert.Empty(driver.Rules.TooDeep);
    }

    [Fact]
    public async Task A_rule_goes_from_events_to_facts_and_back_under_its_name()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions());
        driver.PutRule("a", "true");
        driver.PutRule("b", """rule("a")""");
        Assert.Equal(["a", "b"], (await driver.SendAsync("k", "x", Yard)).Rules);

        driver.PutRule("a", """window("minutes").count > 0""");
        Assert.Empty((await driver.SendAsync("k", "x", Yard)).Rules);
        Assert.Equal((0, 2), (driver.Rules.Rules.Count, driver.Rules.FactRules.Count));

        driver.PutRule("b", "true");
        Assert.Equal(["b"], (await driver.SendAsync("k", "x", Yard)).Rules);
        Assert.Equal("b", driver.Rules.Find("b")!.Id);
        Assert.NotNull(driver.Rules.Find("a"));
        driver.Rules.Remove("a");
        Assert.Equal((1, 0), (driver.Rules.Rules.Count, driver.Rules.FactRules.Count));
    }

    [Theory]
    [InlineData("""!rule("a")""")]
    [InlineData("""kind == "x" && !(window("m").count > 3 || rule("a"))""")]
    public void That_a_rule_is_not_met_is_no_premise(string text)
    {
        var engine = new RuleEngine(new StripeGeocoder());
        Assert.Contains("asks that another rule is not met", Assert.Throws<InvalidRuleException>(() => engine.Put(new Rule("b", RuleText.Parse(text)))).Message, StringComparison.Ordinal);
        engine.Put(new Rule("b", RuleText.Parse($"!({text})")));
    }

    [Fact]
    public async Task Dry_runs_and_shadows_try_rules_with_facts()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        using var rules = new RuleStore(store, new RuleEngine(new StripeGeocoder()));
        await rules.ChangeAsync([Put("few", """window("minutes").count < 3"""), Put("seen", """kind == "moved" """)], null, default);
        await rules.PutAsync(Put("shadow", """window("minutes").count >= 2""").Rule!, RuleMode.Shadow, null, default);
        await rules.PutAsync(Put("follower", """rule("seen")""").Rule!, RuleMode.Shadow, null, default);
        using var shadows = new ShadowRules(rules);
        var matches = new RuleMatches();
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Apply([.. rules.List().Where(each => each.Mode == RuleMode.Active).Select(each => RuleChange.Put(each.Rule!))]);
        await using (var processor = new GeniusProcessor(store, engine, new GeniusOptions { Windows = [Minutes] }, [shadows, matches]))
        {
            foreach (var second in new[] { 0, 1, 70, 130, 131, 132, 190, 250 }) await processor.ProcessAsync(EventOf(second, (ulong)second), default);
        }

        Assert.Equal((2, 8), (shadows.MatchesOf("shadow"), shadows.MatchesOf("follower")));
        Assert.Equal((3, 8), (matches.Of("few"), matches.Of("seen")));
        Assert.Equal((12, 2), await DryRunAsync("""window("minutes").count >= 2"""));
        Assert.Equal((12, 3), await DryRunAsync("""rule("few")"""));
        Assert.Equal((12, 4), await DryRunAsync("""rule("few") || window("minutes").count == 3"""));
        Assert.Equal((12, 8), await DryRunAsync("""rule("seen")"""));

        async Task<(long, long)> DryRunAsync(string text)
        {
            var run = await RuleDryRun.RunAsync(store, new StripeGeocoder(), new Rule("dry-run", RuleText.Parse(text)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue, 1, default);
            return (run.Events, run.Matches);
        }
    }

    [Theory]
    [InlineData("""window("minutes").count > 3""")]
    [InlineData("""rule("fast") && has(geofence("yards").fence) && !pattern("silent") && geofence("yards").change in ["left", "crossed"]""")]
    [InlineData("""model("m", window("minutes").count, pattern("p").seconds) > 2""")]
    public void They_are_kept_and_explained(string text)
    {
        var rule = RuleCodec.Decode(RuleCodec.Encode(new Rule("r", RuleText.Parse(text))));
        Assert.Equal(text, RuleText.Format(rule.When));
        Assert.False(RuleExplanation.Of(rule.When, EventOf(0, 1), default, SampleResources()).IsMet);

        static Genius.Rules.Resources.RuleResources SampleResources()
        {
            var resources = new Genius.Rules.Resources.RuleResources();
            resources.PutModel("m", new SampleModel(2));
            return resources;
        }
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));

    private static GeniusEvent EventOf(int second, ulong sequence) =>
        new() { Key = "k", RequestKey = new(1, 1, sequence), Kind = "moved", Time = Begin.AddSeconds(second), Place = Yard };

    private static string Text(FactMatched matched) => $"+{string.Join(',', matched.Rules)} -{string.Join(',', matched.RetractedRules)}";
}
