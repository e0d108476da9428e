using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Keys;

/// <summary>Queries of where keys are, against a search through all of them.</summary>
public sealed class KeyStatesTests(ITestOutputHelper output) : IAsyncLifetime, IDisposable
{
    private const int Keys = 300;
    private readonly StoreFolder _folder = new();
    private readonly Dictionary<string, GeniusEvent> _last = [];
    private IEventStore _store = null!;
    private KeyStates _states = null!;

    public async Task InitializeAsync()
    {
        _store = await _folder.OpenAsync();
        _states = new KeyStates(_store, new StripeGeocoder());
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Whatever_is_asked_for_is_what_a_search_through_all_keys_finds()
    {
        var random = Seeded();
        await MoveAsync(random, 1_000);
        for (var round = 0; round < 200; round++)
        {
            var near = random.Next(3) == 0 ? (GeoPoint?)null : PlaceOf(random);
            var query = new KeyQuery
            {
                Where = ConditionOf(random, near ?? PlaceOf(random)),
                Near = near,
                MetresMax = random.Next(2) == 0 ? double.PositiveInfinity : MetresOf(random),
                KeysMax = random.Next(1, 40),
                AfterKey = near is null && random.Next(2) == 0 ? $"key-{random.Next(Keys)}" : "",
            };
            var found = await _states.FindAsync(query, default);
            Assert.Equal(Expected(query).Select(each => each.Event.Key), found.Select(each => each.State.Event.Key));
            if (near is { } place) Assert.All(found, each => Assert.Equal(MetresBetween(place, each.State.Event.Place), each.Metres!.Value, 0.01));
        }
    }

    [Fact]
    public async Task Pairs_are_those_that_a_search_through_all_pairs_finds()
    {
        var random = Seeded();
        await MoveAsync(random, 600);
        foreach (var metres in new[] { 0, 50.0, 5_000, 300_000 })
        {
            var expected = (from first in _last.Values
                            from second in _last.Values
                            where string.CompareOrdinal(first.Key, second.Key) < 0 && MetresBetween(first.Place, second.Place) <= metres
                            select (first.Key, second.Key)).Order();
            var found = await _states.FindPairsAsync(null, metres, Keys * Keys, default);
            Assert.Equal(expected, found.Select(pair => (pair.First.Event.Key, pair.Second.Event.Key)).Order());
            Assert.Equal(found.Select(pair => pair.Metres).Order(), found.Select(pair => pair.Metres));
            Assert.Equal(found.Take(3).Select(pair => pair.Metres), (await _states.FindPairsAsync(null, metres, 3, default)).Select(pair => pair.Metres));
        }
    }

    [Fact]
    public async Task The_latest_event_counts_and_one_that_comes_late_does_not()
    {
        await AppendAsync(EventOf("truck", 10, new GeoPoint(40, -75)), "north");
        await AppendAsync(EventOf("truck", 5, new GeoPoint(10, 10)));
        var state = await _states.GetAsync("truck", default);
        Assert.Equal((new GeoPoint(40, -75), "north"), (state!.Event.Place, Assert.Single(state.Rules)));
        Assert.True(state.Event.Payload.IsEmpty);
        Assert.Null(await _states.GetAsync("another", default));
        await AppendAsync(EventOf("truck", 11, new GeoPoint(95, 0)));
        Assert.Empty(await _states.FindAsync(new KeyQuery { Near = new GeoPoint(40, -75) }, default));
        Assert.Single(await _states.FindAsync(new KeyQuery(), default));
    }

    [Fact]
    public async Task A_question_is_answered_though_the_last_event_of_the_store_was_deleted()
    {
        await AppendAsync(EventOf("truck", 1, new GeoPoint(40, -75)));
        await _store.AppendAsync(new AppendRequest("other", new NewEvent[] { new("said", default) }), default);
        await _store.DeleteStreamAsync("other", AppendRequest.AnyVersion, default);
        Assert.NotNull(await _states.GetAsync("truck", default).AsTask().WaitAsync(TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task More_keys_than_may_be_kept_are_not_kept_and_no_question_is_half_answered()
    {
        var few = new KeyStates(_store, new StripeGeocoder(), keysMax: 2);
        foreach (var key in new[] { "a", "b", "a", "c" }) await AppendAsync(EventOf(key, 1, new GeoPoint(40, -75)));
        var position = 0;
        await foreach (var each in _store.ReadAllAsync(0, default))
        {
            few.Apply(each);
            if (++position == 3) Assert.Equal(2, few.Count);
        }

        Assert.Equal(0, few.Count);
        Assert.Equal(2, (await Assert.ThrowsAsync<TooManyKeysException>(async () => await few.FindAsync(new KeyQuery(), default))).KeysMax);
    }

    [Fact]
    public async Task Areas_of_the_map_are_found_and_what_is_no_question_is_refused()
    {
        await AppendAsync(EventOf("in", 1, new GeoPoint(40, -75)));
        var area = await new StripeGeocoder().LookUpAsync(new GeoPoint(40, -75), default);
        var inCountry = Condition.In(RegionCondition.Country(area.Country!.Code));
        Assert.Single(await _states.FindAsync(new KeyQuery { Where = inCountry }, default));
        Assert.Empty(await _states.FindAsync(new KeyQuery { Where = !inCountry }, default));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await _states.FindAsync(new KeyQuery { MetresMax = double.NaN }, default));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await _states.FindAsync(new KeyQuery { KeysMax = 0 }, default));
        await Assert.ThrowsAsync<InvalidRegionException>(async () => await _states.FindAsync(new KeyQuery { Near = new GeoPoint(double.NaN, 0) }, default));
    }

    private Random Seeded()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        return new Random(seed);
    }

    private async Task MoveAsync(Random random, int moves)
    {
        for (var i = 0; i < moves; i++) await AppendAsync(EventOf($"key-{random.Next(Keys)}", i, PlaceOf(random), random.NextDouble() * 100));
    }

    // Also at the poles and the antimeridian, and many in one another's way.
    private static GeoPoint PlaceOf(Random random) => random.Next(5) switch
    {
        0 => new GeoPoint((random.NextDouble() * 180) - 90, (random.NextDouble() * 360) - 180),
        1 => new GeoPoint(89.9 + (random.NextDouble() * 0.1), (random.NextDouble() * 360) - 180),
        2 => new GeoPoint(10 + random.NextDouble(), (random.Next(2) == 0 ? 179.9 : -180) + (random.NextDouble() * 0.1)),
        _ => new GeoPoint(40 + (random.NextDouble() * 0.02), -75 + (random.NextDouble() * 0.02)),
    };

    private static double MetresOf(Random random) => Math.Pow(10, 1 + (random.NextDouble() * 6));

    private static Condition? ConditionOf(Random random, GeoPoint place) => random.Next(6) switch
    {
        0 => null,
        1 => Condition.Value(Comparison.Less, 50),
        2 => Condition.In(RegionCondition.Circle(place, MetresOf(random))),
        3 => Condition.In(RegionCondition.Circle(place, MetresOf(random))) & Condition.Value(Comparison.Less, 50),
        4 => Condition.In(RegionCondition.Cell(Geohash.Of(place, random.Next(1, 8)))),
        _ => Condition.In(RegionCondition.Polygon(new GeoPoint(39.5, -75.5), new GeoPoint(40.01, -74.5), new GeoPoint(40.5, -75.5))) | Condition.Value(Comparison.Less, 10),
    };

    private IEnumerable<(GeniusEvent Event, double? Metres)> Expected(KeyQuery query)
    {
        var met = _last.Values.Where(value => query.Where is null || RuleEvaluator.Meets(query.Where, value, default));
        if (query.Near is not { } near)
            return met.Where(value => string.CompareOrdinal(value.Key, query.AfterKey) > 0).OrderBy(value => value.Key, StringComparer.Ordinal).Take(query.KeysMax).Select(value => (value, (double?)null));
        return met.Select(value => (Event: value, Metres: (double?)MetresBetween(near, value.Place))).Where(each => each.Metres <= query.MetresMax)
            .OrderBy(each => each.Metres).ThenBy(each => each.Event.Key, StringComparer.Ordinal).Take(query.KeysMax);
    }

    private static double MetresBetween(GeoPoint from, GeoPoint to)
    {
        var (start, end) = (Position.Of(from), Position.Of(to));
        return 2 * Math.Asin(Math.Min(1, Math.Sqrt(UnitVector.Of(start.Latitude, start.Longitude).ChordSquaredTo(UnitVector.Of(end.Latitude, end.Longitude))) / 2)) * CircleShape.EarthRadiusMetres;
    }

    private static GeniusEvent EventOf(string key, int second, GeoPoint place, double value = 0) => new()
    {
        Key = key,
        RequestKey = new RequestKey(1, 1, (ulong)second),
        Kind = "moved",
        Time = DateTimeOffset.UnixEpoch.AddSeconds(second),
        Place = place,
        Value = value,
        Payload = new byte[] { 1, 2, 3 },
    };

    private async Task AppendAsync(GeniusEvent value, params string[] rules)
    {
        var result = await _store.AppendAsync(new AppendRequest(ProcessedEvents.StreamOf(value.Key), new[] { ProcessedEvents.Write(value, new EventMatches(rules, [])) }), default);
        await foreach (var each in _store.ReadAllAsync(result.LastPosition - 1, default)) _states.Apply(each);
        if (!_last.TryGetValue(value.Key, out var before) || value.Time >= before.Time) _last[value.Key] = value;
    }
}
