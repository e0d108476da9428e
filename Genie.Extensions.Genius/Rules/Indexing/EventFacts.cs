using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>An event as conditions are compared with it, each fact found once. One thread's at a time.</summary>
internal sealed class EventFacts
{
    private readonly int[] _areas = new int[SymbolTable.Layers];
    private ZoneClock[] _clocks = [];
    private long[] _localTicks = [];
    private UnitVector _vector;
    private bool _hasVector;
    private long _utcTicks;

    /// <summary>The kind's number.</summary>
    public int Kind { get; private set; }

    /// <summary>The key's number.</summary>
    public int Key { get; private set; }

    /// <summary>The key.</summary>
    public string KeyText { get; private set; } = "";

    /// <summary>The kind.</summary>
    public string KindText { get; private set; } = "";

    /// <summary>The value.</summary>
    public double Value { get; private set; }

    /// <summary>Its operands.</summary>
    public OperandFacts Operands { get; } = new();

    /// <summary>The place.</summary>
    public Position Place { get; private set; }

    /// <summary>The numbers of the areas around it, by layer.</summary>
    public ReadOnlySpan<int> Areas => _areas;

    /// <summary>The place on the sphere; only where it is valid.</summary>
    public UnitVector Vector
    {
        get
        {
            if (_hasVector) return _vector;
            _hasVector = true;
            return _vector = UnitVector.Of(Place.Latitude, Place.Longitude);
        }
    }

    public void Set(GeniusEvent value, in PlaceAnswer answer, SymbolTable symbols)
    {
        (Kind, KindText) = (symbols.FindKind(value.Kind), value.Kind);
        (Key, KeyText, Value) = (symbols.FindKey(value.Key), value.Key, value.Value);
        Operands.Set(value, symbols.Operands);
        Place = Position.Of(value.Place);
        _areas[(int)AreaLayer.Country] = symbols.FindArea(AreaLayer.Country, answer.Country);
        _areas[(int)AreaLayer.State] = symbols.FindArea(AreaLayer.State, answer.State);
        _areas[(int)AreaLayer.County] = symbols.FindArea(AreaLayer.County, answer.County);
        _areas[(int)AreaLayer.Place] = symbols.FindArea(AreaLayer.Place, answer.Place);
        _areas[(int)AreaLayer.PostalCode] = symbols.FindArea(AreaLayer.PostalCode, answer.PostalCode);
        _hasVector = false;
        _utcTicks = value.Time.UtcTicks;
        var clocks = symbols.Clocks;
        if (clocks.Length > _localTicks.Length) _localTicks = new long[clocks.Length];
        _clocks = clocks;
        Array.Fill(_localTicks, -1, 0, clocks.Length);
    }

    /// <summary>What a zone's clocks show.</summary>
    public long LocalTicks(int zone)
    {
        ref var ticks = ref _localTicks[zone];
        if (ticks < 0) ticks = _clocks[zone].LocalTicksAt(_utcTicks);
        return ticks;
    }
}
