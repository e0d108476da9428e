using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Grains;

namespace Genie.Extensions.Genius.Tests.Hosting;

/// <summary>What is no event in some field is refused before anything of it is kept, and what is just within the limits takes effect everywhere.</summary>
public sealed class RefusedEventTests : IDisposable
{
    private const int KeyBytes = 256;
    private const int StreamBytes = 1024;
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly GeoPoint Yard = new(40, -75);
    private readonly StoreFolder _folder = new();

    public static TheoryData<string, GeniusEvent> Wrong => new()
    {
        { "value", Event(1) with { Value = double.NaN } },
        { "value", Event(1) with { Value = double.PositiveInfinity } },
        { "latitude", Event(1) with { Place = new GeoPoint(double.NaN, 0) } },
        { "latitude", Event(1) with { Place = new GeoPoint(400, 0) } },
        { "latitude", Event(1) with { Place = new GeoPoint(-90.1, 0) } },
        { "longitude", Event(1) with { Place = new GeoPoint(40, double.NaN) } },
        { "longitude", Event(1) with { Place = new GeoPoint(40, double.NegativeInfinity) } },
        { "key", Event(1) with { Key = "" } },
        { "key", Event(1) with { Key = new string('k', KeyBytes + 1) } },
        { "key", Event(1) with { Key = new string('é', (KeyBytes / 2) + 1) } },
        { "key", Event(1) with { Key = "a\0b" } },
        { "key", Event(1) with { Key = "a\nb" } },
        { "key", Event(1) with { Key = "a\ud83d" } },
        { "kind", Event(1) with { Kind = "" } },
        { "kind", Event(1) with { Kind = "a\u0007" } },
        { "kind", Event(1) with { Kind = new string('k', 257) } },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Wrong))]
    public async Task A_field_that_may_not_be_is_named_and_nothing_is_kept(string field, GeniusEvent wrong)
    {
        await using var store = await _folder.OpenAsync();
        await using var processor = Processor(store, new GeniusOptions { Windows = [Minutes] });
        var position = await store.GetPositionAsync(default);

        var error = await Assert.ThrowsAsync<MalformedEventException>(async () => await processor.ProcessAsync(wrong, default));

        Assert.Contains(field, error.Message, StringComparison.Ordinal);
        Assert.Equal(position, await store.GetPositionAsync(default));
        await processor.ProcessAsync(Event(1), default);
        var closed = (await processor.ProcessAsync(Event(61), default)).Windows.Single().Answer.Results.Single();
        Assert.Equal((1L, 1.0, 1.0, 1.0), (closed.Count, closed.Sum, closed.Min, closed.Max));
    }

    public static TheoryData<GeniusEvent> Others => new()
    {
        Event(1) with { Value = 2 },
        Event(1) with { Kind = "stopped" },
        Event(1) with { Time = Begin.AddSeconds(1).AddTicks(1) },
        Event(1) with { Place = new GeoPoint(40, -75.1) },
        Event(1) with { AccuracyMetres = 5 },
        Event(1) with { Attributes = [new("driver", "ann")] },
        Event(1) with { Payload = new byte[] { 1 } },
    };

    [Theory]
    [MemberData(nameof(Others))]
    public async Task Another_event_under_a_known_request_key_is_refused_and_the_first_one_is_still_known(GeniusEvent other)
    {
        await using var store = await _folder.OpenAsync();
        await using var processor = Processor(store, new GeniusOptions { Windows = [Minutes] });
        Assert.False((await processor.ProcessAsync(Event(1), default)).IsRepeat);
        var position = await store.GetPositionAsync(default);

        var error = await Assert.ThrowsAsync<RequestKeyReusedException>(async () => await processor.ProcessAsync(other, default));

        Assert.False(error.IsTransient);
        Assert.Equal(Event(1).RequestKey, error.Key);
        Assert.Contains("a key of its own", error.Message, StringComparison.Ordinal);
        Assert.Equal(position, await store.GetPositionAsync(default));
        Assert.True((await processor.ProcessAsync(Event(1), default)).IsRepeat);
        Assert.False((await processor.ProcessAsync(other with { RequestKey = new RequestKey(2, 1, 1) }, default)).IsRepeat);
    }

    /// <summary>A longitude of -0 is kept as 0, and times as UTC.</summary>
    [Fact]
    public async Task An_event_is_the_same_one_whatever_its_encoding_drops()
    {
        await using var store = await _folder.OpenAsync();
        await using var processor = Processor(store, new GeniusOptions());
        var value = Event(1) with { Place = new GeoPoint(40, -0.0), Time = Begin.ToOffset(TimeSpan.FromHours(2)), Attributes = [new("b", "x"), new("a", 1), new("c", true)] };
        await processor.ProcessAsync(value, default);

        Assert.True((await processor.ProcessAsync(value, default)).IsRepeat);
        Assert.True((await processor.ProcessAsync(value with { Attributes = [new("a", 1), new("c", true), new("b", "x")], Time = Begin }, default)).IsRepeat);
    }

    [Fact]
    public async Task Of_an_event_that_is_not_there_any_more_the_key_alone_counts()
    {
        await using var store = await _folder.OpenAsync();
        await using var processor = Processor(store, new GeniusOptions());
        await processor.ProcessAsync(Event(1), default);
        await store.DeleteStreamAsync(ProcessedEvents.StreamOf("truck"), AppendRequest.AnyVersion, default);

        Assert.True((await processor.ProcessAsync(Event(1) with { Value = 2 }, default)).IsRepeat);
    }

    [Fact]
    public async Task A_key_that_a_definition_makes_of_an_event_is_judged_before_the_event_is_kept()
    {
        await using var store = await _folder.OpenAsync();
        var byDriver = Minutes with { Rule = "yard", KeyOf = static value => value.Attributes.TryGet("driver", out var driver) ? driver.Text : "" };
        await using var processor = Processor(store, new GeniusOptions { Windows = [byDriver] });

        var error = await Assert.ThrowsAsync<MalformedEventException>(async () => await processor.ProcessAsync(Event(1) with { Attributes = [new("driver", new string('d', 1000))] }, default));

        Assert.Contains("minutes", error.Message, StringComparison.Ordinal);
        Assert.Equal(0, await store.GetPositionAsync(default));
        Assert.Single((await processor.ProcessAsync(Event(1) with { Attributes = [new("driver", "ann")] }, default)).Windows);
    }

    [Fact]
    public async Task The_longest_key_takes_effect_in_definitions_of_the_longest_names()
    {
        await using var store = await _folder.OpenAsync();
        var condition = $"kind == \"{new string('x', 200)}\"";
        var sequence = RuleText.Parse($"sequence(rule(\"yard\"), rule(\"yard\") && !({condition}) && !({condition.Replace("xx", "y", StringComparison.Ordinal)}), \"10m\").seconds <= 60");
        await using var processor = Processor(
            store,
            new GeniusOptions
            {
                Windows = [Minutes with { Name = new string('w', 256), Version = int.MaxValue }],
                Geofences = [new GeofenceDefinition { Name = new string('g', 256), Version = int.MaxValue }],
                Patterns = [new PatternDefinition { Name = new string('p', 256), Version = int.MaxValue, Steps = ["yard", "yard"], Within = TimeSpan.FromHours(1) }],
            },
            new Rule("twice", sequence));
        var key = new string('é', KeyBytes / 2);

        await processor.ProcessAsync(Event(1) with { Key = key }, default);
        var answer = await processor.ProcessAsync(Event(61) with { Key = key }, default);

        Assert.Equal(1, answer.Windows.Single().Answer.Results.Single().Count);
        Assert.Single(answer.Fences);
        Assert.Equal(2, answer.Patterns.Count);
        Assert.All(answer.Patterns, each => Assert.Single(each.Answer.Matches));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a\0")]
    [InlineData("a\n")]
    [InlineData(null)]
    public async Task A_definitions_name_has_its_limits(string? name)
    {
        name ??= new string('é', 129);
        await using var store = await _folder.OpenAsync();
        await using var grains = new GrainRuntime();
        Assert.Throws<ArgumentException>(() => new WindowAggregator(grains, store, Minutes with { Name = name }));
        Assert.Throws<ArgumentException>(() => new GeofenceTracker(grains, store, new GeofenceDefinition { Name = name }));
        Assert.Throws<ArgumentException>(() => new PatternMatcher(grains, store, new PatternDefinition { Name = name, Steps = ["a", "b"], Within = TimeSpan.FromHours(1) }));
    }

    [Fact]
    public async Task A_window_by_itself_takes_finite_values_alone()
    {
        await using var store = await _folder.OpenAsync();
        await using var grains = new GrainRuntime();
        var windows = new WindowAggregator(grains, store, Minutes);
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await windows.AddAsync("k", new WindowInput(Begin, double.NaN, "a"), new RequestKey(1, 1, 1), default));
        Assert.Equal(0, await store.GetPositionAsync(default));
    }

    /// <summary>Earlier versions took in what is refused now, and it stays on record.</summary>
    [Fact]
    public async Task What_is_on_record_is_read_and_backfilled_without_what_would_spoil_the_result()
    {
        await using var store = await _folder.OpenAsync();
        GeniusEvent[] old =
        [
            Event(1),
            Event(2) with { Value = double.NaN },
            Event(3) with { Place = new GeoPoint(double.NaN, double.PositiveInfinity) },
            Event(4) with { Key = new string('k', StreamBytes - "genius/events/".Length) },
            Event(5) with { Key = new string('k', 300) },
            Event(61),
        ];
        foreach (var each in old)
        {
            NewEvent[] events = [ProcessedEvents.Write(each, new EventMatches([], []))];
            await store.AppendAsync(new AppendRequest(ProcessedEvents.StreamOf(each.Key), events) { Key = each.RequestKey }, default);
        }

        await using var processor = Processor(store, new GeniusOptions { Windows = [Minutes with { Backfill = Backfill.RecordedRules }], Geofences = [new GeofenceDefinition { Name = "yards", Backfill = Backfill.CurrentRules }] });
        await processor.BackfillAsync(default);

        Assert.All(processor.Backfills, each => Assert.True(each.IsLive));
        var closed = (await processor.Windows[0].AdvanceAsync("truck", Begin.AddMinutes(5), default)).Results;
        Assert.Equal([(1L, 61.0)], closed.Select(each => (each.Count, each.Sum)));
        var facts = await new Genius.Outputs.OutputReader(store).ReadAsync(0, default).Where(each => each.WindowClosed is not null).Select(each => each.WindowClosed).ToListAsync();
        Assert.Equal((2L, 4.0), facts.Select(each => (each.Count, each.Sum)).First());
        Assert.Equal(5, (await processor.Windows[0].AdvanceAsync(new string('k', 300), Begin.AddMinutes(5), default)).Results.Single().Sum);
        Assert.Equal(old[3].Key, ProcessedEvents.Read(Assert.Single(await store.ReadAsync(ProcessedEvents.StreamOf(old[3].Key)))).Value.Key);
    }

    private static WindowDefinition Minutes => new() { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) };

    private static GeniusProcessor Processor(IEventStore store, GeniusOptions options, params Rule[] rules)
    {
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Yard, 100))));
        foreach (var each in rules) engine.Put(each);
        return new GeniusProcessor(store, engine, options, []);
    }

    private static GeniusEvent Event(int seconds) =>
        new() { Key = "truck", RequestKey = new RequestKey(1, 1, (ulong)seconds), Kind = "moved", Time = Begin.AddSeconds(seconds), Place = Yard, Value = seconds };
}
