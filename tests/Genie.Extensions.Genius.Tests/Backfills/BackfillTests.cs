using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Backfills;

public sealed class BackfillTests(ITestOutputHelper output) : IDisposable
{
    private const int Keys = 5;
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly GeoPoint Yard = new(40, -75);

    private static readonly GeniusOptions Before = new() { Windows = [Window(1, Backfill.None)], Geofences = [Fence(1, Backfill.None)], Patterns = [Pattern(1, Backfill.None)] };

    private static readonly GeniusOptions Both = new()
    {
        Windows = [Window(1, Backfill.None), Window(2, Backfill.RecordedRules)],
        Geofences = [Fence(1, Backfill.None), Fence(2, Backfill.CurrentRules)],
        Patterns = [Pattern(2, Backfill.RecordedRules)],
    };

    private static readonly GeniusOptions Fresh = new() { Windows = [Window(2, Backfill.None)], Geofences = [Fence(2, Backfill.None)], Patterns = [Pattern(2, Backfill.None)] };
    private readonly StoreFolder _folder = new();
    private readonly StoreFolder _fresh = new();

    public void Dispose()
    {
        _folder.Dispose();
        _fresh.Dispose();
    }

    [Fact]
    public async Task While_events_come_a_new_version_takes_in_all_that_was_before_and_replaces_the_old_one()
    {
        var random = Seeded();
        var events = Events(random, 3_000);
        await using (var store = await _folder.OpenAsync())
        {
            await ProcessAsync(store, Before, events[..2_000]);
            await using var processor = Processor(store, Both);
            var backfill = processor.BackfillAsync(default);
            var sent = SendAsync(processor, events[2_000..]);
            await Task.WhenAll(backfill, sent);
            Assert.All(processor.Backfills, each => Assert.True(each.IsLive));
            Assert.Equal(["geofence yards 2", "pattern twice 2", "window minutes 2"], processor.Backfills.Select(each => $"{each.Kind} {each.Name} {each.Version}").Order());
            events.Add(Event(0, 100_000, Yard));
            await ExpectOnlyTheNewVersionAsync(store, processor, events[^1]);
        }

        await ExpectAsFreshAsync(events);
    }

    [Fact]
    public async Task Interrupted_at_any_moment_it_goes_on_and_every_event_takes_effect_once()
    {
        var random = Seeded();
        var events = Events(random, 1_500);
        var chance = new Random(random.Next());
        var failures = 0;
        await using (var store = await _folder.OpenAsync()) await ProcessAsync(store, Before, events);
        for (var isDone = false; !isDone;)
        {
            await using var store = await _folder.OpenAsync();

            // Often at first, so that it is interrupted whatever the draw.
            await using var processor = Processor(new FlakyStore(store, chance, oneIn: failures < 2 ? 70 : 700), Both);
            try
            {
                await processor.BackfillAsync(default);
                isDone = true;
            }
            catch (EventStoreUnavailableException)
            {
                failures++;
            }
        }

        output.WriteLine($"{failures} failures");
        Assert.True(failures > 1, "What did not fail shows little.");
        await ExpectAsFreshAsync(events);
    }

    [Fact]
    public async Task Once_done_it_is_done_for_good_and_the_next_start_takes_events_as_they_come()
    {
        var events = Events(Seeded(), 200);
        await using var store = await _folder.OpenAsync();
        await ProcessAsync(store, Before, events[..100]);
        await using (var first = Processor(store, Both)) await first.BackfillAsync(default);
        await using var again = Processor(store, Both);

        await SendAsync(again, events[100..]);
        var facts = await FactsAsync(store);
        await again.BackfillAsync(default);

        Assert.Equal(facts, await FactsAsync(store));
        Assert.Contains(facts, each => each is { IsBackfilled: true, WindowClosed.DefinitionVersion: 2 });
        Assert.Contains(facts, each => each is { IsBackfilled: false, WindowClosed.DefinitionVersion: 2 });
        Assert.DoesNotContain(facts, each => each is { IsBackfilled: true, WindowClosed.DefinitionVersion: 1 });
    }

    [Theory]
    [InlineData(Backfill.RecordedRules, 0)]
    [InlineData(Backfill.CurrentRules, 1)]
    public async Task Rules_that_were_put_in_later_count_only_where_they_are_asked_for(Backfill backfill, int closed)
    {
        await using var store = await _folder.OpenAsync();
        await using (var before = new GeniusProcessor(store, new RuleEngine(new StripeGeocoder()), new GeniusOptions(), [])) await SendAsync(before, [Event(0, 0, Yard), Event(0, 61, Yard), Event(0, 122, Yard)]);
        await using var processor = Processor(store, new GeniusOptions { Windows = [Window(1, backfill) with { Rule = "yard" }] });

        await processor.BackfillAsync(default);

        Assert.Equal(closed, (await FactsAsync(store)).Count(each => each.WindowClosed is not null));
    }

    [Fact]
    public async Task Compaction_leaves_what_a_backfill_has_not_read()
    {
        await using var store = await _folder.OpenAsync();
        await ProcessAsync(store, Before, Events(Seeded(), 50));
        await store.SaveCheckpointAsync("genius/backfills/window/minutes@2", 7, default);
        await using var processor = Processor(store, new GeniusOptions { Windows = [Window(2, Backfill.RecordedRules)] });

        await processor.BackfillAsync(default);

        // It went on where the checkpoint was, and keeps nothing any more.
        Assert.Equal(0, await store.LoadCheckpointAsync("genius/backfills/window/minutes@2", default));
        Assert.Single(await store.ReadAsync("genius/backfills/window/minutes@2"));
    }

    private static WindowDefinition Window(int version, Backfill backfill) =>
        new() { Name = "minutes", Version = version, Shape = new TumblingWindow(TimeSpan.FromMinutes(version)), OutOfOrder = TimeSpan.FromSeconds(30), Backfill = backfill };

    private static GeofenceDefinition Fence(int version, Backfill backfill) => new() { Name = "yards", Version = version, HysteresisMetres = version, DwellAfter = TimeSpan.FromSeconds(90), Backfill = backfill };

    private static PatternDefinition Pattern(int version, Backfill backfill) =>
        new() { Name = "twice", Version = version, Steps = ["yard", "yard"], Within = TimeSpan.FromSeconds(30 * version), Backfill = backfill };

    private static GeniusProcessor Processor(IEventStore store, GeniusOptions options)
    {
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Yard, 100))));
        return new GeniusProcessor(store, engine, options, []);
    }

    private static GeniusEvent Event(int key, int seconds, GeoPoint place, int sequence = 0) => new()
    {
        Key = $"van-{key}",
        RequestKey = new RequestKey(sequence > 0 ? 2u : 1, 1, (ulong)(sequence > 0 ? sequence : seconds + 1)),
        Kind = "moved",
        Time = Begin.AddSeconds(seconds),
        Place = place,
        Value = seconds,
    };

    private static List<GeniusEvent> Events(Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(i => Event(random.Next(Keys), (10 * i) - random.Next(40) + 40, random.Next(2) == 0 ? Yard : new GeoPoint(40.01, -75), i + 1))];

    private static async Task ProcessAsync(IEventStore store, GeniusOptions options, List<GeniusEvent> events)
    {
        await using var processor = Processor(store, options);
        await SendAsync(processor, events);
    }

    // Those of one stream one after the other, those of several at once.
    private static Task SendAsync(GeniusProcessor processor, List<GeniusEvent> events) => Task.WhenAll(events.GroupBy(each => each.Key).Select(async group =>
    {
        foreach (var each in group) await processor.ProcessAsync(each, default);
    }));

    private static async Task<List<Output>> FactsAsync(IEventStore store) => await new OutputReader(store).ReadAsync(0, default).ToListAsync();

    private static async Task ExpectOnlyTheNewVersionAsync(IEventStore store, GeniusProcessor processor, GeniusEvent last)
    {
        var position = await store.GetPositionAsync(default);
        await processor.ProcessAsync(last, default);
        await foreach (var each in store.ReadAllAsync(position, default))
            Assert.True(each.Stream.Contains("@2/", StringComparison.Ordinal) || ProcessedEvents.IsEvents(each.Stream), $"{each.Stream} belongs to what was replaced.");
    }

    private async Task ExpectAsFreshAsync(List<GeniusEvent> events)
    {
        await using var store = await _folder.OpenAsync();
        await using var fresh = await _fresh.OpenAsync();
        await ProcessAsync(fresh, Fresh, events);
        var expected = Describe(await FactsAsync(fresh), Begin.AddSeconds(90_000));

        var found = Describe(await FactsAsync(store), Begin.AddSeconds(90_000));

        Assert.Equal(expected, found);
        Assert.True(expected.Count > 100, $"{expected.Count} facts show little.");
    }

    /// <summary>What the new versions derived up to an instant, without what differs between any two runs.</summary>
    private static List<string> Describe(IEnumerable<Output> facts, DateTimeOffset until) =>
        [.. facts.Where(each => IsNew(each, until)).Select(each => new Output(each) { Position = 0, RecordedAt = null, IsBackfilled = false }.ToString()).Order(StringComparer.Ordinal)];

    private static bool IsNew(Output fact, DateTimeOffset until) => fact.FactCase switch
    {
        Output.FactOneofCase.WindowClosed => fact.WindowClosed.DefinitionVersion == 2 && fact.WindowClosed.End.ToDateTimeOffset() < until,
        Output.FactOneofCase.FenceTransitioned => fact.FenceTransitioned.DefinitionVersion == 2 && fact.FenceTransitioned.Time.ToDateTimeOffset() < until,
        Output.FactOneofCase.PatternMatched => fact.PatternMatched.DefinitionVersion == 2,
        _ => false,
    };

    private Random Seeded()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        return new Random(seed);
    }
}
