using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>The edges that touch a root cell. Within it they are counted from 0; each has its number in the whole layer, too.</summary>
internal sealed class CellEdges
{
    private readonly List<Edge> _edges = [];
    private readonly List<uint> _numbers = [];
    private readonly List<int> _parts = [];

    // Where the parts of each edge end.
    private readonly List<int> _ends = [];

    /// <summary>How many edges there are.</summary>
    public int Count => _edges.Count;

    /// <summary>An edge.</summary>
    public Edge this[int edge] => _edges[edge];

    /// <summary>Its number in the layer.</summary>
    public uint NumberOf(int edge) => _numbers[edge];

    /// <summary>The parts that it bounds, in no order.</summary>
    public ReadOnlySpan<int> PartsOf(int edge)
    {
        var start = edge == 0 ? 0 : _ends[edge - 1];
        return CollectionsMarshal.AsSpan(_parts)[start.._ends[edge]];
    }

    /// <summary>Removes all edges.</summary>
    public void Clear()
    {
        _edges.Clear();
        _numbers.Clear();
        _parts.Clear();
        _ends.Clear();
    }

    /// <summary>An edge as bytes, for <see cref="Add"/>: head and parts.</summary>
    public static void Write(uint number, Edge edge, ReadOnlySpan<int> parts, List<byte> into)
    {
        var head = new Head(edge, number, parts.Length);
        into.Clear();
        into.AddRange(MemoryMarshal.AsBytes(new ReadOnlySpan<Head>(in head)));
        into.AddRange(MemoryMarshal.AsBytes(parts));
    }

    /// <summary>Adds edges from bytes.</summary>
    public unsafe void Add(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var head = MemoryMarshal.Read<Head>(bytes);
            bytes = bytes[sizeof(Head)..];
            _edges.Add(head.Edge);
            _numbers.Add(head.Number);
            _parts.AddRange(MemoryMarshal.Cast<byte, int>(bytes[..(head.Parts * sizeof(int))]));
            _ends.Add(_parts.Count);
            bytes = bytes[(head.Parts * sizeof(int))..];
        }
    }

    private readonly record struct Head(Edge Edge, uint Number, int Parts);
}
