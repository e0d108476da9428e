using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleModelTests
{
    private const string High = """model("risk.onnx", value, attributes.speed) > 2""";

    private static readonly GeniusEvent Moved = new()
    {
        Key = "truck-7",
        RequestKey = new(1, 1, 1),
        Kind = "moved",
        Time = new DateTimeOffset(2026, 11, 25, 9, 0, 0, TimeSpan.Zero),
        Place = new GeoPoint(40, -75),
        Value = 1,
        Attributes = [new("speed", 1), new("driver", "ann")],
    };

    [Fact]
    public async Task An_event_is_scored_once_however_many_rules_ask_and_only_where_the_rest_holds()
    {
        var (engine, model) = EngineOf(new SampleModel(2));
        engine.Apply([Put("high", High), Put("higher", """model("risk.onnx", value, attributes.speed) >= 3"""), Put("stopped", $"""kind == "stopped" && {High}""")]);

        Assert.Equal(["high", "higher"], await MatchesAsync(engine, Moved));
        Assert.Equal(1, model.Asked);

        Assert.Empty(await MatchesAsync(engine, Moved with { Attributes = [new("speed", "fast")] }));
        Assert.Empty(await MatchesAsync(engine, Moved with { Attributes = EventAttributes.None }));
        Assert.Equal(1, model.Asked);
    }

    [Fact]
    public async Task A_model_that_fails_fails_no_event()
    {
        var (engine, model) = EngineOf(new SampleModel(2) { Fails = true });
        engine.Apply([Put("high", High), Put("scored", """has(model("risk.onnx", value, attributes.speed))"""), Put("seen", """kind == "moved" """)]);

        Assert.Equal(["seen"], await MatchesAsync(engine, Moved));
        Assert.Equal(1, engine.Resources.ModelFailures);

        model.Fails = false;
        Assert.Equal(["high", "scored", "seen"], await MatchesAsync(engine, Moved));
    }

    [Fact]
    public async Task Another_model_of_the_same_name_takes_its_place_at_once()
    {
        var (engine, _) = EngineOf(new SampleModel(2));
        engine.Apply([Put("high", High)]);
        engine.Resources.PutModel("risk.onnx", new ConstantModel(2, 0.5));

        Assert.Empty(await MatchesAsync(engine, Moved));
    }

    [Fact]
    public async Task A_rule_is_set_aside_while_its_model_is_absent_broken_or_takes_other_features()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        using (var elsewhere = new RuleStore(store, EngineOf(new SampleModel(2)).Engine))
        {
            await elsewhere.ChangeAsync([Put("high", High), Put("seen", """kind == "moved" """)], null, default);
            await elsewhere.PutAsync(new Rule("shadow", RuleText.Parse(High)), RuleMode.Shadow, null, default);
        }

        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await ExpectAsync("there is no model 'risk.onnx' on this host");
        await Assert.ThrowsAsync<InvalidRuleException>(() => rules.ChangeAsync([Put("other", High)], null, default));

        engine.Resources.RefuseModel("risk.onnx", "it is no protobuf.");
        await ExpectAsync("the model 'risk.onnx' does not load: it is no protobuf.");

        engine.Resources.PutModel("risk.onnx", new SampleModel(3));
        await ExpectAsync("the model 'risk.onnx' takes 3 features, not 2");

        engine.Resources.PutModel("risk.onnx", new SampleModel(2));
        await ExpectAsync(null);

        // What runs is set aside again, too.
        engine.Resources.RefuseModel("risk.onnx", "what was known stays.");
        await ExpectAsync(null);
        engine.Resources.PutModel("risk.onnx", new SampleModel(1));
        Assert.Equal(["seen"], await MatchesAsync(engine, Moved));
        await ExpectAsync("the model 'risk.onnx' takes 1 features, not 2");

        async Task ExpectAsync(string? reason)
        {
            await rules.LoadAsync(default);
            Assert.Equal(reason is null ? [] : ["high", "shadow"], rules.Quarantined.Select(each => each.Id));
            Assert.All(rules.Quarantined, each => Assert.Contains(reason!, each.QuarantineReason, StringComparison.Ordinal));
            Assert.Equal(reason is null ? ["high", "seen"] : ["seen"], await MatchesAsync(engine, Moved));
            Assert.Equal(reason is null ? ["shadow"] : [], await MatchesAsync(rules.Shadows, Moved));
        }
    }

    [Theory]
    [InlineData("""model("risk.onnx", value, attributes.speed) > 2""", true, "the score is 3 for 1, 1")]
    [InlineData("""model("risk.onnx", place.latitude, place.longitude) < 2""", true, "the score is -110 for 40, -75")]
    [InlineData("""has(model("risk.onnx", place.latitude, place.latitude))""", false, "the model gives no score for 40, 40")]
    [InlineData("""model("risk.onnx", attributes.driver, lookup("fleet", key).axles) == 2""", false, "there is no score, since there is no number in attributes.driver, lookup(\"fleet\", key).axles")]
    [InlineData("""model("risk.onnx", lookup("fleet", key).active, value) == 3""", true, "the score is 3 for 1, 1")]
    public void An_explanation_shows_the_score_and_what_it_is_of(string text, bool isMet, string seen)
    {
        var (engine, _) = EngineOf(new SampleModel(2));
        engine.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("active", true)])]));
        var explained = RuleExplanation.Of(RuleText.Parse(text), Moved, default, engine.Resources);
        Assert.Equal((text, isMet, seen), (explained.Text, explained.IsMet, explained.Seen));
    }

    [Fact]
    public async Task A_dry_run_asks_the_model()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var (engine, _) = EngineOf(new SampleModel(2));
        await using (var processor = new GeniusProcessor(store, engine, new GeniusOptions(), []))
        {
            for (var i = 0; i < 5; i++) await processor.ProcessAsync(Moved with { RequestKey = new(1, 1, (ulong)i), Value = i - 2 }, default);
        }

        var run = await RuleDryRun.RunAsync(store, new StripeGeocoder(), new Rule("high", RuleText.Parse(High)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue, 9, default, engine.Resources);
        Assert.Equal((5, 2), (run.Events, run.Matches));
        Assert.Equal([1.0, 2.0], run.First.Select(each => each.Value));
    }

    [Fact]
    public void Scores_of_the_same_features_are_the_same_operand()
    {
        var one = new ModelScore("m", [new FieldOperand(EventField.Value), new AttributeOperand("speed")]);
        var same = new ModelScore("m", [new FieldOperand(EventField.Value), new AttributeOperand("speed")]);
        Assert.Equal((one, one.GetHashCode()), (same, same.GetHashCode()));
        Assert.NotEqual(one, new ModelScore("m", [new AttributeOperand("speed"), new FieldOperand(EventField.Value)]));
        Assert.Throws<ArgumentException>(() => new ModelScore("m", []));
        Assert.Throws<ArgumentException>(() => new ModelScore("m", [new FieldOperand(EventField.Kind)]));
        Assert.Throws<ArgumentException>(() => new ModelScore("m", [one]));
        Assert.Throws<ArgumentException>(() => new OfOperand(one, Comparison.Equal, "text"));
        Assert.Throws<ArgumentOutOfRangeException>(() => new RuleResources().PutModel("m", new SampleModel(0)));
    }

    private static (RuleEngine Engine, SampleModel Model) EngineOf(SampleModel model)
    {
        var engine = new RuleEngine(new StripeGeocoder(), new RuleResources());
        engine.Resources.PutModel("risk.onnx", model);
        return (engine, model);
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));

    private static async Task<IEnumerable<string>> MatchesAsync(RuleEngine engine, GeniusEvent value)
    {
        var ids = new List<string>();
        await engine.MatchAsync(value, ids, default);
        return ids.Order(StringComparer.Ordinal);
    }

    private sealed record ConstantModel(int FeatureCount, double Constant) : IRuleModel
    {
        public double Score(ReadOnlySpan<double> features) => Constant;
    }
}
