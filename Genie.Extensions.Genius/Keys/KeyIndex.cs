using Genie.Extensions.Genius.Regions;

namespace Genie.Extensions.Genius.Keys;

/// <summary>
/// The last events of all keys, by name, and by the cell of the geohash grid that their place is in: the cells of one coarser cell follow one another in that
/// order (Morton, 1966), so that few ranges cover a box, however large. Safe for concurrent callers.
/// </summary>
internal sealed class KeyIndex
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, Place> _keys = new(StringComparer.Ordinal);
    private readonly SortedSet<Place> _places = new(Comparer<Place>.Create(static (one, other) => one.CompareTo(other)));

    /// <summary>Keys that are known.</summary>
    public int Count
    {
        get
        {
            lock (_lock) return _keys.Count;
        }
    }

    public KeyState? Find(string key)
    {
        lock (_lock) return _keys.GetValueOrDefault(key)?.State;
    }

    /// <summary>Takes an event in, unless a later one of its key is known.</summary>
    public void Apply(KeyState state)
    {
        var place = Place.Of(state);
        lock (_lock)
        {
            if (_keys.TryGetValue(state.Event.Key, out var before))
            {
                if (state.Event.Time < before.State!.Event.Time || state.Position <= before.State.Position) return;
                if (before.IsSomewhere) _places.Remove(before);
            }

            _keys[state.Event.Key] = place;
            if (place.IsSomewhere) _places.Add(place);
        }
    }

    /// <summary>Forgets all keys.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _keys.Clear();
            _places.Clear();
        }
    }

    /// <summary>All keys whose place may lie in a box, and others perhaps; null: all, also those that are nowhere.</summary>
    public IReadOnlyList<KeyState> Candidates(in GeoBox? box)
    {
        lock (_lock)
        {
            if (box is not { } bounds) return [.. _keys.Values.Select(static place => place.State!)];
            return [.. PlacesIn(bounds).Select(static place => place.State!)];
        }
    }

    /// <summary>All keys within a distance of a place.</summary>
    /// <param name="centre">The place.</param>
    /// <param name="box">Around the distance.</param>
    /// <param name="chordSquaredMax">The distance, as <see cref="UnitVector.ChordSquaredTo"/> has it.</param>
    public IReadOnlyList<(KeyState State, double ChordSquared)> Within(UnitVector centre, in GeoBox box, double chordSquaredMax)
    {
        var found = new List<(KeyState, double)>();
        lock (_lock)
        {
            foreach (var place in PlacesIn(box))
            {
                if (place.Vector.ChordSquaredTo(centre) is var chordSquared && chordSquared <= chordSquaredMax) found.Add((place.State!, chordSquared));
            }
        }

        return found;
    }

    private IEnumerable<Place> PlacesIn(GeoBox box)
    {
        var cells = new List<GridCell>();
        CellCover.Add(box, static _ => true, cells);
        foreach (var cell in cells)
        {
            var shift = GridCell.BitsMax - cell.Bits;
            foreach (var place in _places.GetViewBetween(Place.Before(cell.Prefix << shift), Place.Before((cell.Prefix + 1) << shift))) yield return place;
        }
    }

    private sealed record Place(ulong Code, string Key, UnitVector Vector, KeyState? State) : IComparable<Place>
    {
        // A key that is nowhere is in no order of places.
        private const ulong Nowhere = ulong.MaxValue;

        public bool IsSomewhere => Code != Nowhere;

        public static Place Of(KeyState state)
        {
            var position = Position.Of(state.Event.Place);
            return position.IsValid
                ? new Place(position.Code, state.Event.Key, UnitVector.Of(position.Latitude, position.Longitude), state)
                : new Place(Nowhere, state.Event.Key, default, state);
        }

        /// <summary>Comes before all places of a cell: no key has an empty name.</summary>
        public static Place Before(ulong code) => new(code, "", default, null);

        public int CompareTo(Place? other) => Code != other!.Code ? Code.CompareTo(other.Code) : string.CompareOrdinal(Key, other.Key);
    }
}
