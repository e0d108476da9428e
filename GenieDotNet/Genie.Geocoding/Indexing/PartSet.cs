using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>The parts that a place lies in, sorted; crossing an edge toggles the edge's parts.</summary>
internal sealed class PartSet
{
    private readonly List<int> _parts = [];

    /// <summary>How many parts.</summary>
    public int Count => _parts.Count;

    /// <summary>The parts, smallest first.</summary>
    public ReadOnlySpan<int> Parts => CollectionsMarshal.AsSpan(_parts);

    /// <summary>Crosses an edge of these parts.</summary>
    public void Toggle(ReadOnlySpan<int> parts)
    {
        foreach (var part in parts)
        {
            var place = _parts.BinarySearch(part);
            if (place >= 0) _parts.RemoveAt(place);
            else _parts.Insert(~place, part);
        }
    }

    /// <summary>Becomes a copy of another.</summary>
    public void Become(PartSet other)
    {
        _parts.Clear();
        _parts.AddRange(other._parts);
    }
}
