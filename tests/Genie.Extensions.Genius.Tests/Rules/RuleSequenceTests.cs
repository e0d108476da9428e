using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Testing;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>Rules that define sequences and absences themselves.</summary>
public sealed class RuleSequenceTests
{
    private const string BreakIn = """sequence(rule("failed"), rule("entered"), "10m")""";
    private const string Silence = """absence(rule("failed"), rule("answered"), "2m")""";

    private static readonly GeoPoint Yard = new(40, -75);
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(BreakIn, BreakIn)]
    [InlineData("""sequence( rule('failed') ,rule("entered"), "600s").seconds <= 60""", BreakIn + ".seconds <= 60")]
    [InlineData("""!absence(rule("a"), rule("b"), rule("c \"d\")@7"), "1d0h90m5s") && key == "k" """, """!absence(rule("a"), rule("b"), rule("c \"d\")@7"), "1d1h30m5s") && key == "k" """)]
    [InlineData("""sequence((rule("failed")), rule("entered"), "10m", "0s", "60s")""", BreakIn)]
    [InlineData("""sequence(kind=='failed', (value > 3&&rule("x")) || !(kind in ["a","b"]), "10m", "5s")""", """sequence(kind == "failed", value > 3 && rule("x") || !(kind in ["a", "b"]), "10m", "5s")""")]
    [InlineData("""absence(place.within(circle(40, -75, 100.0)), true, "10m", "0s", "120s").seconds > 3""", """absence(place.within(circle(40, -75, 100)), true, "10m", "0s", "2m").seconds > 3""")]
    [InlineData("""pattern("sequence(rule(\"failed\"), rule(\"entered\"), \"10m\")")""", BreakIn)]
    [InlineData("""pattern("sequence(rule(\"failed\"),rule(\"entered\"), \"10m\")")""", """pattern("sequence(rule(\"failed\"),rule(\"entered\"), \"10m\")")""")]
    [InlineData("""pattern("sequence(1)") || pattern("sequence")""", """pattern("sequence(1)") || pattern("sequence")""")]
    public void They_are_written_in_one_way_and_kept(string text, string expected)
    {
        var rule = RuleCodec.Decode(RuleCodec.Encode(new Rule("r", RuleText.Parse(text))));
        Assert.Equal(expected.Trim(), RuleText.Format(rule.When));
        Assert.Equal(expected.Trim(), RuleText.Format(RuleText.Parse(expected)));
    }

    [Theory]
    [InlineData("""sequence(rule("a"), "10m")""", "it has 1 steps")]
    [InlineData("""sequence("a", "b", "10m")""", "it has 0 steps")]
    [InlineData("""sequence(kind, rule("b"), "10m")""", "is expected here")]
    [InlineData("""sequence(window("w").count > 1, rule("b"), "10m")""", "a step is an event")]
    [InlineData("""sequence(kind == "a" && pattern("p"), rule("b"), "10m")""", "a step is an event")]
    [InlineData("""sequence(sequence(rule("a"), rule("b"), "1m"), rule("b"), "10m")""", "a step is an event")]
    [InlineData("""sequence(rule("\nkind == 'a'"), rule("b"), "10m")""", "the name of a rule")]
    [InlineData("""sequence(rule("a"), rule("b"), "10m", "5x")""", "of at least no second")]
    [InlineData("""sequence(rule("a"), rule("b"), "10m", "5s", "0s")""", "of at least a second")]
    [InlineData("""sequence(rule("a"), rule("b"), "10m", "5s", "5s", "5s")""", "')' is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), 600)""", "is expected here")]
    [InlineData("""sequence(rule("a"), rule(""), "10m")""", "the name of a rule")]
    [InlineData("""sequence(rule("a"), rule("b"))""", "',' is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "0s")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "10")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "10s5m")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "5m5m")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "m")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "-5m")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "365001d")""", "a time is expected")]
    [InlineData("""sequence(rule("a"), rule("b"), "10m").count > 1""", "a sequence has no 'count'; it has seconds")]
    public void Mistakes_are_told(string text, string reason) => Assert.Contains(reason, Assert.Throws<RuleTextException>(() => RuleText.Parse(text)).Message, StringComparison.Ordinal);

    [Fact]
    public void One_that_is_too_long_is_refused()
    {
        var name = new string('a', 480);
        var many = new string('é', 240);
        Assert.Contains("it has 516 bytes; at most 512", Assert.Throws<RuleTextException>(() => RuleText.Parse($"sequence(rule(\"{many}\"), rule(\"b\"), \"10m\")")).Message, StringComparison.Ordinal);
        Assert.Contains("at most 512", Assert.Throws<RuleTextException>(() => RuleText.Parse($"sequence(rule(\"{name}\"), rule(\"b\"), \"10m\")")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_that_comes_finds_what_begins_from_then_on_and_one_that_goes_finds_nothing_more()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions());
        foreach (var kind in new[] { "failed", "entered", "answered" }) driver.PutRule(kind, $"kind == \"{kind}\"");
        await SendAsync("failed");
        driver.PutRule("theft", BreakIn + """.seconds <= 60 && key == "door" """);
        driver.PutRule("unanswered", Silence);
        driver.PutRule("alarm", """rule("theft") || rule("unanswered")""");
        await SendAsync("entered");
        Assert.Empty(await MatchedAsync());

        await SendAsync("failed");
        await driver.AdvanceAsync(TimeSpan.FromSeconds(30));
        await SendAsync("entered");
        Assert.Equal(["alarm,theft"], await MatchedAsync());
        await driver.AdvanceAsync(TimeSpan.FromMinutes(10));
        Assert.Equal(["alarm,unanswered"], await MatchedAsync());

        // Of the same key, later than a minute: the sequence is there, and the rule is not met.
        await SendAsync("failed");
        await driver.AdvanceAsync(TimeSpan.FromSeconds(61));
        await SendAsync("entered");
        var outputs = await driver.ReadOutputsAsync();
        Assert.Equal(BreakIn, Assert.Single(outputs, each => each.PatternMatched is not null).PatternMatched.Pattern);
        Assert.DoesNotContain(outputs, each => each.FactMatched is not null);

        driver.Rules.Remove("unanswered");
        driver.Rules.Remove("theft");
        await SendAsync("failed");
        await SendAsync("entered");
        Assert.DoesNotContain(await driver.ReadOutputsAsync(), each => each.PatternMatched is not null || each.FactMatched is not null);

        Task SendAsync(string kind) => driver.SendAsync("door", kind, Yard);
        async Task<List<string>> MatchedAsync() => [.. (await driver.ReadOutputsAsync()).Where(each => each.FactMatched is not null).Select(each => string.Join(',', each.FactMatched.Rules))];
    }

    [Fact]
    public async Task Steps_are_conditions_too_alone_and_with_rules_in_them_and_are_no_rules()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions(), Begin.AddHours(23));
        driver.PutRule("night", """time.during("daily 22:00-06:00 UTC")""");
        driver.PutRule("theft", """sequence(kind == "failed" && value > 2, kind == "entered" && rule("night"), "10m")""");
        driver.PutRule("fast", """sequence(kind == "failed" && value > 2, kind == "entered" && rule("night"), "10m").seconds < 5""");

        await driver.SendAsync("door", "failed", Yard, value: 2);
        await driver.SendAsync("door", "entered", Yard);
        Assert.DoesNotContain(await driver.ReadOutputsAsync(), each => each.FactMatched is not null || each.PatternMatched is not null);
        var failed = await driver.SendAsync("door", "failed", Yard, value: 3);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(9));
        var entered = await driver.SendAsync("door", "entered", Yard);
        var outputs = await driver.ReadOutputsAsync();
        Assert.Equal(["theft"], Assert.Single(outputs, each => each.FactMatched is not null).FactMatched.Rules);

        // What an event is told, and what comes out, are rules alone.
        Assert.Equal(["night"], failed.Rules);
        Assert.Equal(["night"], entered.Rules);
        Assert.All(outputs.Where(each => each.RulesMatched is not null), each => Assert.Equal(["night"], each.RulesMatched.Rules));
    }

    [Fact]
    public async Task An_event_is_the_steps_that_it_was_when_it_came_first()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([Put("theft", """sequence(kind == "failed", kind == "entered", "10m")""")], null, default);
        await using var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []);
        await processor.ProcessAsync(EventOf("failed", 0, 1), default);
        await rules.ChangeAsync([Put("other", """sequence(value < 5, kind == "left", "10m")""")], null, default);

        // The same again: it was no step of a sequence that was not there yet.
        Assert.True((await processor.ProcessAsync(EventOf("failed", 0, 1), default)).IsRepeat);
        Assert.Empty((await processor.ProcessAsync(EventOf("left", 5, 2), default)).Patterns.SelectMany(static each => each.Answer.Matches));
        Assert.Single((await processor.ProcessAsync(EventOf("entered", 6, 3), default)).Patterns.SelectMany(static each => each.Answer.Matches));
    }

    [Fact]
    public async Task An_event_is_looked_up_once_for_rules_and_steps_and_not_at_all_where_none_names_an_area()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var geocoder = new StripeGeocoder { IsSlow = true };
        var engine = new RuleEngine(geocoder);
        await using var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []);
        var country = $"place.country == \"{StripeGeocoder.CodeAt(AreaLayer.Country, Yard.Longitude)}\"";

        engine.Put(new Rule("theft", RuleText.Parse("sequence(kind == \"failed\", kind == \"entered\", \"10m\")")));
        await processor.ProcessAsync(EventOf("failed", 0, 1), default);
        Assert.Equal(0, geocoder.LookupCount);
        engine.Put(new Rule("theft", RuleText.Parse($"sequence(kind == \"failed\" && {country}, kind == \"entered\" && {country}, \"10m\")")));
        await processor.ProcessAsync(EventOf("failed", 1, 2), default);
        Assert.Equal(1, geocoder.LookupCount);
        engine.Put(new Rule("here", RuleText.Parse(country)));
        var entered = await processor.ProcessAsync(EventOf("entered", 2, 3), default);
        Assert.Equal(2, geocoder.LookupCount);
        Assert.Equal(["here"], entered.Rules);
        Assert.Single(entered.Patterns.SelectMany(static each => each.Answer.Matches));
    }

    [Fact]
    public async Task Events_out_of_order_and_the_idle_timeout_are_the_texts()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions());
        driver.PutRule("order", """sequence(kind == "failed", kind == "entered", "10m", "30s")""");
        driver.PutRule("silent", """absence(kind == "failed", kind == "answered", "1m", "0s", "5m")""");
        var begin = driver.Clock.GetUtcNow();
        await driver.AdvanceAsync(TimeSpan.FromSeconds(20));
        await driver.SendAsync("door", "entered", Yard);
        await driver.SendAsync(EventOf("failed", 0, 99) with { Time = begin });
        await driver.AdvanceAsync(TimeSpan.FromMinutes(4));
        Assert.Equal(["order"], await RulesAsync());
        await driver.AdvanceAsync(TimeSpan.FromMinutes(4));
        Assert.Equal(["silent"], await RulesAsync());

        async Task<IEnumerable<string>> RulesAsync() => (await driver.ReadOutputsAsync()).SelectMany(static each => each.FactMatched?.Rules ?? []);
    }

    [Fact]
    public async Task A_step_that_this_host_cannot_try_sets_its_rule_aside_until_it_can()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        using (var others = new RuleStore(store, EngineWith("banned")))
            await others.ChangeAsync([Put("theft", """sequence(key in table("banned"), kind == "entered", "10m")"""), Put("plain", """sequence(kind == "failed", kind == "entered", "10m")""")], null, default);

        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.LoadAsync(default);
        Assert.Contains("banned", Assert.Single(rules.Quarantined).QuarantineReason, StringComparison.Ordinal);
        Assert.Contains("banned", (await Assert.ThrowsAsync<InvalidRuleException>(() => rules.ChangeAsync([Put("again", """absence(kind == "failed", key in table("banned"), "10m")""")], null, default))).Message, StringComparison.Ordinal);
        await using var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []);
        Assert.Equal(1, await FindAsync(0));

        Fill(engine.Resources, "banned");
        await rules.LoadAsync(default);
        Assert.Empty(rules.Quarantined);
        Assert.Equal(2, await FindAsync(1_000));

        async Task<int> FindAsync(int second)
        {
            await processor.ProcessAsync(EventOf("failed", second, (ulong)second + 1), default);
            var answer = await processor.ProcessAsync(EventOf("entered", second + 1, (ulong)second + 2), default);
            return answer.Patterns.Sum(static each => each.Answer.Matches.Count);
        }

        static RuleEngine EngineWith(string table)
        {
            var engine = new RuleEngine(new StripeGeocoder());
            Fill(engine.Resources, table);
            return engine;
        }

        static void Fill(RuleResources resources, string table) => resources.Put(ReferenceTable.OfKeys(table, "door"));
    }

    [Fact]
    public async Task A_sequence_goes_on_as_long_as_a_rule_wants_it_over_restarts_and_begins_anew_when_it_comes_back()
    {
        using var folder = new StoreFolder();
        var sequence = 0ul;
        await RunAsync(async (rules, processor) =>
        {
            await rules.ChangeAsync([Put("failed", """kind == "failed" """), Put("entered", """kind == "entered" """), Put("theft", BreakIn)], null, default);
            await SendAsync(processor, "failed", 0);
        });
        Assert.Empty(await MatchedAsync());
        await RunAsync(async (rules, processor) =>
        {
            // Another rule takes it on.
            await rules.ChangeAsync([Put("burglary", BreakIn + ".seconds < 600")], null, default);
            await rules.ChangeAsync([RuleChange.Remove("theft")], null, default);
            await SendAsync(processor, "entered", 60);
        });
        Assert.Equal(["burglary"], await MatchedAsync());
        await RunAsync(async (rules, processor) =>
        {
            await SendAsync(processor, "failed", 120);
            await rules.SetModeAsync("burglary", RuleMode.Disabled, null, default);
            await SendAsync(processor, "entered", 130);
            await rules.SetModeAsync("burglary", RuleMode.Active, null, default);
            await SendAsync(processor, "entered", 140);
        });
        Assert.Equal(["burglary"], await MatchedAsync());
        await RunAsync(async (_, processor) =>
        {
            await SendAsync(processor, "failed", 150);
            await SendAsync(processor, "entered", 160);
        });
        Assert.Equal(["burglary", "burglary"], await MatchedAsync());

        async Task RunAsync(Func<RuleStore, GeniusProcessor, Task> act)
        {
            await using var store = await folder.OpenAsync();
            var engine = new RuleEngine(new StripeGeocoder());
            using var rules = new RuleStore(store, engine);
            await rules.LoadAsync(default);
            await using var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []);
            await act(rules, processor);
        }

        async Task<List<string>> MatchedAsync()
        {
            await using var store = await folder.OpenAsync();
            var matched = new List<string>();
            await foreach (var each in new OutputReader(store).ReadAsync(0, default)) matched.AddRange(each.FactMatched?.Rules ?? []);
            return matched;
        }

        async Task SendAsync(GeniusProcessor processor, string kind, int second) => await processor.ProcessAsync(EventOf(kind, second, ++sequence), default);
    }

    [Fact]
    public async Task An_absence_is_noticed_by_a_timer_and_not_when_its_rule_has_gone()
    {
        var clock = new ManualClock();
        clock.Advance(TimeSpan.FromDays(1));
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync(clock);
        using var host = await StartAsync(store, clock);
        var (rules, processor) = (host.Services.GetRequiredService<RuleStore>(), host.Services.GetRequiredService<GeniusProcessor>());
        await rules.ChangeAsync([Put("failed", """kind == "failed" """), Put("answered", """kind == "answered" """), Put("unanswered", Silence), Put("late", Silence.Replace("2m", "3m", StringComparison.Ordinal))], null, default);
        await processor.ProcessAsync(EventOf("failed", 0, 1) with { Time = clock.GetUtcNow() }, default);
        await rules.ChangeAsync([RuleChange.Remove("unanswered")], null, default);

        // The one that is not wanted was due before.
        List<Output> Read() => [.. new OutputReader(store).ReadAsync(0, default).ToBlockingEnumerable().Where(each => each.RulesMatched is null)];
        await Until.TrueAsync(() => Read().Exists(each => each.FactMatched is not null), () => clock.Advance(TimeSpan.FromSeconds(1)));
        var found = Read();
        Assert.Equal("late", Assert.Single(found[^1].FactMatched.Rules));
        Assert.Equal(["""absence(rule("failed"), rule("answered"), "3m")"""], found.Where(each => each.AbsenceNoticed is not null).Select(each => each.AbsenceNoticed.Pattern));
        await host.StopAsync();
    }

    [Fact]
    public async Task A_timer_of_a_rule_that_this_process_does_not_know_yet_waits_and_one_of_a_rule_that_went_is_off()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([Put("failed", "true"), Put("theft", BreakIn)], null, default);
        await using var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []);
        Assert.Equal([TimerFate.Fires, TimerFate.Off, TimerFate.Waits, TimerFate.Off], new[] { BreakIn + "@2", BreakIn, BreakIn + "@3", "sequence()@3" }.Select(FateOf));
        Assert.Equal(TimeSpan.FromMinutes(1), processor.IdleTimeoutOf(TimerKind.Pattern, BreakIn + "@3"));

        await rules.ChangeAsync([RuleChange.Remove("theft")], null, default);
        Assert.Equal([TimerFate.Off, TimerFate.Off, TimerFate.Waits], new[] { BreakIn + "@2", BreakIn + "@3", BreakIn + "@4" }.Select(FateOf));
        await rules.ChangeAsync([Put("theft", BreakIn)], null, default);
        Assert.Equal([TimerFate.Off, TimerFate.Fires], new[] { BreakIn + "@2", BreakIn + "@4" }.Select(FateOf));

        TimerFate FateOf(string name) => processor.FateOf(new TimerSet { Kind = TimerKind.Pattern, Name = name });
    }

    [Fact]
    public async Task In_shadow_mode_they_are_counted_and_a_dry_run_finds_them_in_what_was_before()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([Put("failed", """kind == "failed" """), Put("entered", """kind == "entered" """), Put("answered", """kind == "answered" """)], null, default);
        await rules.PutAsync(Put("theft", BreakIn).Rule!, RuleMode.Shadow, null, default);
        using var shadows = new ShadowRules(rules);
        await using (var processor = new GeniusProcessor(store, engine, new GeniusOptions(), [shadows]))
        {
            var sequence = 0ul;
            foreach (var (kind, second) in new[] { ("failed", 0), ("entered", 30), ("failed", 1_000), ("entered", 2_000), ("answered", 2_010), ("failed", 3_000), ("entered", 3_001), ("failed", 5_000) })
                await processor.ProcessAsync(EventOf(kind, second, ++sequence), default);
        }

        Assert.Equal(2, shadows.MatchesOf("theft"));

        // One that nobody wanted, and the shadow's own, which is not counted twice: events and facts, matches.
        Assert.Equal((10, 2), await DryRunAsync(BreakIn));
        Assert.Equal((10, 1), await DryRunAsync(BreakIn + ".seconds < 10"));
        Assert.Equal((13, 1), await DryRunAsync("""sequence(rule("failed"), rule("entered"), "1h").seconds == 1000"""));
        Assert.Equal((13, 3), await DryRunAsync(Silence));

        // Conditions are tried as they are now, with the rules that events met then.
        Assert.Equal((12, 2), await DryRunAsync("""sequence(kind == "failed", rule("entered") && key == "door", "10m")"""));

        async Task<(long, long)> DryRunAsync(string text)
        {
            var run = await RuleDryRun.RunAsync(store, new StripeGeocoder(), new Rule("dry-run", RuleText.Parse(text)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue, 1, default);
            return (run.Events, run.Matches);
        }
    }

    private static async Task<IHost> StartAsync(IEventStore store, TimeProvider clock)
    {
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(new StripeGeocoder());
        builder.Services.AddGenius(options => options with { Channel = null, Grains = new GrainRuntimeOptions { Clock = clock } });
        var host = builder.Build();
        await host.StartAsync();
        return host;
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));

    private static GeniusEvent EventOf(string kind, int second, ulong sequence) =>
        new() { Key = "door", RequestKey = new RequestKey(1, 1, sequence), Kind = kind, Time = Begin.AddSeconds(second), Place = Yard };
}
