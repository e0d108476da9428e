using System.Collections.Concurrent;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Numbers for the kinds, keys, areas and time zones that rules name; an event's are looked up once, whatever the number of rules.</summary>
/// <remarks>Numbers are never taken back, so that all segments and all running matches agree. Reading takes no lock.</remarks>
internal sealed class SymbolTable(RuleResources resources)
{
    public const int Layers = 5;

    private readonly ConcurrentDictionary<string, int> _kinds = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, int> _keys = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, int>[] _areas = [.. Enumerable.Range(0, Layers).Select(_ => new ConcurrentDictionary<string, int>(StringComparer.Ordinal))];
    private readonly Dictionary<string, int> _zones = new(StringComparer.Ordinal);
    private volatile ZoneClock[] _clocks = [];
    private int _lastKind;
    private int _lastKey;
    private int _lastArea;

    /// <summary>The operands that rules name.</summary>
    public OperandSymbols Operands { get; } = new(resources);

    /// <summary>The zones' clocks, by their numbers.</summary>
    public ZoneClock[] Clocks => _clocks;

    /// <summary>True if any rule names an area, so that events need to be looked up.</summary>
    public bool HasAreas => Volatile.Read(ref _lastArea) > 0;

    /// <summary>A kind's number, from 1; 0 where no rule names it.</summary>
    public int FindKind(string kind) => _kinds.GetValueOrDefault(kind);

    /// <summary>A key's number, from 1; 0 where no rule names it.</summary>
    public int FindKey(string key) => Volatile.Read(ref _lastKey) == 0 ? 0 : _keys.GetValueOrDefault(key);

    /// <summary>An area's number, from 1; 0 where there is none or no rule names it.</summary>
    public int FindArea(AreaLayer layer, Area? area) => area is null ? 0 : _areas[(int)layer].GetValueOrDefault(area.Code);

    public int AddKind(string kind) => _kinds.GetOrAdd(kind, static (_, table) => Interlocked.Increment(ref table._lastKind), this);

    public int AddKey(string key) => _keys.GetOrAdd(key, static (_, table) => Interlocked.Increment(ref table._lastKey), this);

    public int AddArea(AreaRegion area) => _areas[(int)area.Layer].GetOrAdd(area.Code, static (_, table) => Interlocked.Increment(ref table._lastArea), this);

    public int AddZone(string name)
    {
        lock (_zones)
        {
            if (_zones.TryGetValue(name, out var zone)) return zone;
            var clock = ZoneClock.Of(name);
            zone = _clocks.Length;
            _clocks = [.. _clocks, clock];
            _zones.Add(name, zone);
            return zone;
        }
    }
}
