using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Keys;

/// <summary>
/// Where keys are, and what they did last: which are within a region, near a place, near each other. In memory, rebuilt from the store when the host starts. A query sees every event that was processed before it. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="geocoder">Finds the areas that conditions name.</param>
/// <param name="keysMax">Keys that are kept; where there are more, none are, and questions end with <see cref="TooManyKeysException"/>.</param>
/// <param name="resources">What conditions may ask for beside events; null: nothing.</param>
public sealed class KeyStates(IEventStore store, IReverseGeocoder geocoder, int keysMax = KeyStates.KeysMaxDefault, RuleResources? resources = null)
{
    /// <summary>How many keys are kept if nothing else is said.</summary>
    public const int KeysMaxDefault = 1_000_000;

    // The circle around a place grows until it holds enough keys.
    private const double FirstMetres = 250;
    private const double Growth = 2;
    private const double MetresMost = Math.PI * CircleShape.EarthRadiusMetres;

    private readonly KeyIndex _index = new();
    private readonly Lock _lock = new();
    private TaskCompletionSource? _moved;
    private volatile bool _hasTooMany;

    /// <summary>Keys that are known.</summary>
    public int Count => _index.Count;

    /// <summary>Everything up to this position of the store has been taken in.</summary>
    public long Position { get; private set; }

    /// <summary>A key's last event; null: it has none.</summary>
    /// <exception cref="TooManyKeysException">There are more keys than are kept.</exception>
    /// <exception cref="EventStoreException">The store cannot be asked how far it is.</exception>
    public async ValueTask<KeyState?> GetAsync(string key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        await CatchUpAsync(cancellationToken).ConfigureAwait(false);
        return _index.Find(key);
    }

    /// <summary>The keys that a query asks for.</summary>
    /// <exception cref="ArgumentException">A bound is none, or the place.</exception>
    /// <exception cref="InvalidRegionException">A region is none.</exception>
    /// <exception cref="MissingResourceException">The condition asks for what this host does not have.</exception>
    /// <exception cref="TooManyKeysException">There are more keys than are kept.</exception>
    /// <exception cref="EventStoreException">The store cannot be asked how far it is.</exception>
    /// <exception cref="GeocoderUnavailableException">The geocoder cannot be reached.</exception>
    public async ValueTask<IReadOnlyList<FoundKey>> FindAsync(KeyQuery query, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        ArgumentOutOfRangeException.ThrowIfLessThan(query.KeysMax, 1);
        if (!(query.MetresMax >= 0)) throw new ArgumentOutOfRangeException(nameof(query), query.MetresMax, "MetresMax is a distance, at least 0.");
        await CatchUpAsync(cancellationToken).ConfigureAwait(false);
        var test = new KeyTest(query.Where, geocoder, resources);
        if (query.Near is { } near) return await FindNearAsync(query, near, test, cancellationToken).ConfigureAwait(false);
        var found = new List<FoundKey>();
        foreach (var state in _index.Candidates(ConditionBounds.BoxOf(query.Where)))
        {
            if (string.CompareOrdinal(state.Event.Key, query.AfterKey) > 0 && await test.MeetsAsync(state, cancellationToken).ConfigureAwait(false)) found.Add(new FoundKey(state, null));
        }

        return [.. found.OrderBy(static each => each.State.Event.Key, StringComparer.Ordinal).Take(query.KeysMax)];
    }

    /// <summary>Pairs of keys that are at most so far apart, the nearest first.</summary>
    /// <param name="where">What both last events must meet; null: anything.</param>
    /// <param name="metresMax">The distance, in metres.</param>
    /// <param name="pairsMax">The most pairs wanted.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <inheritdoc cref="FindAsync"/>
    public async ValueTask<IReadOnlyList<KeyPair>> FindPairsAsync(Condition? where, double metresMax, int pairsMax, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pairsMax, 1);
        if (!(metresMax >= 0)) throw new ArgumentOutOfRangeException(nameof(metresMax), metresMax, "It is a distance, at least 0.");
        await CatchUpAsync(cancellationToken).ConfigureAwait(false);
        var test = new KeyTest(where, geocoder, resources);
        var members = new KeyIndex();
        foreach (var state in _index.Candidates(ConditionBounds.BoxOf(where)))
        {
            if (await test.MeetsAsync(state, cancellationToken).ConfigureAwait(false)) members.Apply(state);
        }

        var pairs = new PriorityQueue<KeyPair, double>();
        foreach (var first in members.Candidates(null))
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (var (second, metres) in Within(members, first.Event.Place, metresMax))
            {
                if (string.CompareOrdinal(first.Event.Key, second.Event.Key) >= 0) continue;

                // The farthest of those kept leaves first.
                pairs.Enqueue(new KeyPair(first, second, metres), -metres);
                if (pairs.Count > pairsMax) pairs.Dequeue();
            }
        }

        return [.. pairs.UnorderedItems.Select(static each => each.Element).OrderBy(static pair => pair.Metres).ThenBy(static pair => pair.First.Event.Key, StringComparer.Ordinal)];
    }

    /// <summary>Takes a record of the store in, for those who follow it themselves: <see cref="GeniusServices.AddGeniusKeys"/> does it in a host. In the store's order, by one caller.</summary>
    public void Apply(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        if (!_hasTooMany && recorded.Type == ProcessedEvents.EventType && ProcessedEvents.IsEvents(recorded.Stream))
        {
            try
            {
                var (value, rules) = ProcessedEvents.Read(recorded);
                _index.Apply(new KeyState(value with { Payload = default }, [.. rules], recorded.Position));
                if (_index.Count > keysMax)
                {
                    _hasTooMany = true;
                    _index.Clear();
                }
            }
            catch (MalformedEventException)
            {
                // Of a later version: it says of no key what this one could know.
            }
        }

        lock (_lock)
        {
            Position = recorded.Position;
            _moved?.TrySetResult();
            _moved = null;
        }
    }

    private async Task CatchUpAsync(CancellationToken cancellationToken)
    {
        var position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        while (true)
        {
            Task moved;
            if (_hasTooMany) throw new TooManyKeysException(keysMax);
            lock (_lock)
            {
                if (Position >= position) return;
                _moved ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                moved = _moved.Task;
            }

            if (!await store.IsAwaitedAsync(moved, Position, position, cancellationToken).ConfigureAwait(false)) return;
        }
    }

    private async Task<IReadOnlyList<FoundKey>> FindNearAsync(KeyQuery query, GeoPoint near, KeyTest test, CancellationToken cancellationToken)
    {
        if (!Regions.Position.Of(near).IsValid) throw new InvalidRegionException($"{near} is no place on Earth: latitudes go from -90 to 90.");
        var most = Math.Min(query.MetresMax, MetresMost);
        for (var metres = Math.Min(FirstMetres, most); ; metres = Math.Min(metres * Growth, most))
        {
            var found = new List<FoundKey>();
            foreach (var (state, distance) in Within(_index, near, metres))
            {
                if (await test.MeetsAsync(state, cancellationToken).ConfigureAwait(false)) found.Add(new FoundKey(state, distance));
            }

            if (found.Count < query.KeysMax && metres < most) continue;
            return [.. found.OrderBy(static each => each.Metres).ThenBy(static each => each.State.Event.Key, StringComparer.Ordinal).Take(query.KeysMax)];
        }
    }

    /// <summary>Nothing is near a place that is none.</summary>
    private static IEnumerable<(KeyState State, double Metres)> Within(KeyIndex index, GeoPoint place, double metresMax)
    {
        var centre = Regions.Position.Of(place);
        if (!centre.IsValid) return [];
        var circle = new CircleShape(new CircleRegion(place, metresMax));
        return index.Within(UnitVector.Of(centre.Latitude, centre.Longitude), circle.Box, circle.ChordSquared).Select(static each => (each.State, CircleShape.MetresOf(each.ChordSquared)));
    }
}
