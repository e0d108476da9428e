using System.Buffers.Binary;
using System.Collections.Frozen;
using System.Security.Cryptography;

namespace Genie.Datagrams.Zones;

/// <summary>Which cells make up which zone: cells that have no zone are off limits. Immutable, and the same for all servers of a world.</summary>
public sealed class ZoneLayout
{
    private readonly FrozenDictionary<int, int> _zoneOfCell;

    /// <summary>A layout.</summary>
    /// <param name="grid">The cells.</param>
    /// <param name="zones">Each zone's number, 0 or more, with its cells.</param>
    /// <exception cref="ArgumentException">A number is negative, a cell is not on the grid, two zones have it, or there is no zone.</exception>
    public ZoneLayout(CellGrid grid, IEnumerable<KeyValuePair<int, IEnumerable<int>>> zones)
    {
        ArgumentNullException.ThrowIfNull(grid);
        ArgumentNullException.ThrowIfNull(zones);
        var zoneOfCell = new Dictionary<int, int>();
        var numbers = new SortedSet<int>();
        foreach (var (zone, cells) in zones)
        {
            if (zone < 0 || !numbers.Add(zone)) throw new ArgumentException($"The number {zone} is negative or two zones have it: give each zone one of its own.", nameof(zones));
            foreach (var cell in cells)
            {
                if (cell < 0 || cell >= grid.Columns * grid.Rows) throw new ArgumentException($"Zone {zone} has cell {cell}, which the grid has not.", nameof(zones));
                if (!zoneOfCell.TryAdd(cell, zone)) throw new ArgumentException($"Cell {cell} belongs to zone {zoneOfCell[cell]} and to zone {zone}: give it to one.", nameof(zones));
            }
        }

        if (numbers.Count == 0) throw new ArgumentException("There is no zone.", nameof(zones));
        (Grid, Zones, _zoneOfCell) = (grid, [.. numbers], zoneOfCell.ToFrozenDictionary());
    }

    /// <summary>The cells.</summary>
    public CellGrid Grid { get; }

    /// <summary>The zones' numbers, ascending.</summary>
    public IReadOnlyList<int> Zones { get; }

    /// <summary>128 bits of SHA-256 over the grid and all cells with their zones: the same for layouts that are, in all processes.</summary>
    internal Guid ComputeFingerprint()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Span<byte> numbers = stackalloc byte[2 * sizeof(int)];
        Append(hash, numbers, Grid.Depth, Zones.Count);
        foreach (var zone in Zones) Append(hash, numbers, zone, -1);
        foreach (var (cell, zone) in _zoneOfCell.OrderBy(one => one.Key)) Append(hash, numbers, cell, zone);
        return new Guid(hash.GetHashAndReset().AsSpan(0, 16));

        static void Append(IncrementalHash hash, Span<byte> numbers, int first, int second)
        {
            BinaryPrimitives.WriteInt32LittleEndian(numbers, first);
            BinaryPrimitives.WriteInt32LittleEndian(numbers[sizeof(int)..], second);
            hash.AppendData(numbers);
        }
    }

    /// <summary>The zone of a position, or null where there is none.</summary>
    /// <param name="position">The position; may be off the map.</param>
    public int? ZoneAt(MapPosition position) => position.IsOnMap && _zoneOfCell.TryGetValue(Grid.CellAt(position), out var zone) ? zone : null;

    /// <summary>The zones that a circle touches, nearest first, each with its distance: 0 for the one that has the centre.</summary>
    /// <param name="centre">The centre; where it is off the map there are none.</param>
    /// <param name="radiusMetres">The radius, metres on a sphere. What is looked at grows with its square.</param>
    public IReadOnlyList<(int Zone, double DistanceMetres)> ZonesWithin(MapPosition centre, double radiusMetres)
    {
        if (!centre.IsOnMap) return [];
        var nearest = new Dictionary<int, double>();
        foreach (var (cell, distance) in Grid.CellsWithin(centre, radiusMetres))
        {
            if (!_zoneOfCell.TryGetValue(cell, out var zone)) continue;
            if (!nearest.TryGetValue(zone, out var other) || distance < other) nearest[zone] = distance;
        }

        return [.. nearest.Select(one => (one.Key, one.Value)).OrderBy(one => one.Value).ThenBy(one => one.Key)];
    }
}
