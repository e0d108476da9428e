using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class GeofenceTrackerTests : IAsyncLifetime, IDisposable
{
    private const double DegreesPerMetre = 180 / (Math.PI * 6_371_008.771);
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder _folder = new();
    private readonly RuleEngine _engine = new(new StripeGeocoder());
    private readonly GrainRuntime _runtime = new();
    private EmbeddedEventStore _store = null!;
    private ulong _sequence;

    public async Task InitializeAsync() => _store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 20 }, default);

    public async Task DisposeAsync()
    {
        await _runtime.DisposeAsync();
        await _store.DisposeAsync();
    }

    public void Dispose()
    {
        _runtime.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _folder.Dispose();
    }

    [Fact]
    public async Task Who_wavers_at_the_border_stays_inside_until_beyond_the_hysteresis()
    {
        var yard = Yard(new GeofenceDefinition { Name = "yards", HysteresisMetres = 20 });

        Assert.Empty(await MoveAsync(yard, 0, 110));
        Assert.Equal(["Entered yard 1"], await MoveAsync(yard, 1, 95));
        Assert.Empty(await MoveAsync(yard, 2, 105));
        Assert.Empty(await MoveAsync(yard, 3, 119));
        Assert.Equal(["Left yard 4"], await MoveAsync(yard, 4, 121));
        Assert.Empty(await MoveAsync(yard, 5, 101));
    }

    [Fact]
    public async Task A_position_whose_uncertainty_meets_the_border_changes_nothing()
    {
        var yard = Yard(new GeofenceDefinition { Name = "yards" });

        Assert.Empty(await MoveAsync(yard, 0, 95, accuracyMetres: 10));
        Assert.Equal(["Entered yard 1"], await MoveAsync(yard, 1, 85, accuracyMetres: 10));
        Assert.Empty(await MoveAsync(yard, 2, 109, accuracyMetres: 10));
        Assert.Empty(await MoveAsync(yard, 3, 500, accuracyMetres: 1000));
        Assert.Equal(["Left yard 4"], await MoveAsync(yard, 4, 111, accuracyMetres: 10));
    }

    [Fact]
    public async Task What_lies_between_two_positions_is_crossed_once_and_only_if_they_are_near_in_time()
    {
        var yard = Yard(new GeofenceDefinition { Name = "yards", CrossingWithin = TimeSpan.FromSeconds(60) });

        Assert.Empty(await MoveAsync(yard, 0, -400));
        Assert.Equal(["Crossed yard 25 (15)"], await MoveAsync(yard, 40, 400));
        Assert.Empty(await MoveAsync(yard, 101, -400));
        Assert.Equal(["Entered yard 110"], await MoveAsync(yard, 110, 0));
        Assert.Equal(["Left yard 120"], await MoveAsync(yard, 120, 400));
    }

    [Fact]
    public async Task A_position_that_comes_between_two_others_changes_the_way()
    {
        var definition = new GeofenceDefinition { Name = "yards", CrossingWithin = TimeSpan.FromSeconds(60), OutOfOrder = TimeSpan.FromSeconds(30) };
        var yard = Yard(definition);
        Assert.Empty(await MoveAsync(yard, 0, -400));
        Assert.Empty(await MoveAsync(yard, 20, 400));
        Assert.Empty(await MoveAsync(yard, 10, -390));
        Assert.Equal(["Crossed yard 16 (14)"], await AdvanceAsync(yard, 50));

        Assert.Empty(await MoveAsync(yard, 60, 390));
        Assert.Empty(await MoveAsync(yard, 80, -400));
        Assert.Empty(await MoveAsync(yard, 70, 0));
        Assert.Equal(["Entered yard 70", "Left yard 80"], await AdvanceAsync(yard, 200));
    }

    [Fact]
    public async Task A_fence_that_is_put_in_later_is_crossed_from_then_on()
    {
        var fences = Yard(new GeofenceDefinition { Name = "yards", CrossingWithin = TimeSpan.FromSeconds(60) });
        Assert.Empty(await MoveAsync(fences, 0, 400));
        _engine.Apply([RuleChange.Put(new Rule("gate", Condition.In(RegionCondition.Circle(PlaceAt(600), 50)))), RuleChange.Remove("yard")]);

        Assert.Equal(["Crossed gate 22 (13)"], await MoveAsync(fences, 40, 850));
        Assert.Equal(["Crossed gate 54 (49)"], await MoveAsync(fences, 70, 200));
    }

    [Fact]
    public async Task Definitions_that_cannot_be_are_refused()
    {
        var definition = new GeofenceDefinition { Name = "yards" };
        Assert.Throws<ArgumentException>(() => new GeofenceTracker(_runtime, _store, definition with { HysteresisMetres = 1 }));
        Assert.Throws<ArgumentException>(() => new GeofenceTracker(_runtime, _store, definition with { CrossingWithin = TimeSpan.FromSeconds(1) }));
        Assert.Throws<ArgumentOutOfRangeException>(() => Yard(definition with { HysteresisMetres = double.NaN }));
        Assert.Throws<ArgumentOutOfRangeException>(() => Yard(definition with { CrossingWithin = TimeSpan.FromSeconds(-1) }));
        var yard = Yard(definition with { CrossingWithin = TimeSpan.FromSeconds(60), HysteresisMetres = 5 });
        Assert.Empty((await yard.MoveAsync("van", new FenceSample(Begin, new GeoPoint(double.NaN, 0)), [], new RequestKey(1, 1, 1), default)).Transitions);
    }

    private static GeoPoint PlaceAt(double metresEast) => new(0, metresEast * DegreesPerMetre);

    private GeofenceTracker Yard(GeofenceDefinition definition)
    {
        _engine.Put(new Rule("yard", Condition.In(RegionCondition.Circle(PlaceAt(0), 100))));
        return new GeofenceTracker(_runtime, _store, definition, _engine);
    }

    private async Task<IEnumerable<string>> MoveAsync(GeofenceTracker fences, int seconds, double metresEast, double accuracyMetres = 0)
    {
        var rules = Math.Abs(metresEast) <= 100 ? new[] { "yard" } : [];
        var sample = new FenceSample(Begin.AddSeconds(seconds), PlaceAt(metresEast), accuracyMetres);
        var answer = await fences.MoveAsync("van", sample, rules, new RequestKey(1, 1, ++_sequence), default);
        var again = await fences.MoveAsync("van", sample, rules, new RequestKey(1, 1, _sequence), default);
        Assert.Equal(answer.Transitions, again.Transitions);
        return answer.Transitions.Select(Describe);
    }

    private static async Task<IEnumerable<string>> AdvanceAsync(GeofenceTracker fences, int seconds) =>
        (await fences.AdvanceAsync("van", Begin.AddSeconds(seconds), default)).Transitions.Select(Describe);

    private static string Describe(FenceTransition transition) =>
        $"{transition.Change} {transition.Fence} {Seconds(transition.Time)}{(transition.Change == FenceChange.Crossed ? $" ({Seconds(transition.Entered)})" : "")}";

    private static double Seconds(DateTimeOffset time) => Math.Round((time - Begin).TotalSeconds);
}
