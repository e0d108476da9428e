using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>Cuts one root cell into a block of 4^k cells.</summary>
internal sealed class BlockWriter(PartList parts, IndexSections sections)
{
    /// <summary>In a root cell's entry: it is cut; the four bits below are k, the rest the place of its cells.</summary>
    public const uint IsBlock = 1u << 31;

    /// <summary>How far up the depth stands in a root cell's entry.</summary>
    public const int DepthShift = 27;

    /// <summary>In a cell's entry: a record, at the place of the other bits. Otherwise the entry is the area + 1, or 0.</summary>
    public const uint IsRecord = 1u << 31;

    private readonly RecordWriter _records = new(parts, sections);
    private readonly CellLists _touching = new();
    private readonly PartSet _state = new();
    private readonly List<int> _western = [];
    private readonly List<uint> _row = [];

    /// <summary>Writes the block and returns the root cell's entry.</summary>
    public uint Write(CellEdges edges, PartSet corner, double west, double south)
    {
        var depth = DepthFor(edges.Count);
        var count = 1 << depth;
        var degrees = Grid.RootDegrees / count;
        var place = sections.Cells.Length / sizeof(uint);
        if (place >= 1 << DepthShift) throw new Maps.MapFormatException("The map has borders in too many places for one index. Cut it into several layers or simplify it.");
        _touching.Fill(edges, west, south, degrees, count);
        _western.Clear();
        var crossings = new List<(int Column, int Edge)>?[count];
        for (var edge = 0; edge < edges.Count; edge++)
        {
            if (edges[edge].Straddles(west)) _western.Add(edge);
            AddCrossings(edges[edge], edge, crossings, west, south, degrees);
        }

        for (var row = 0; row < count; row++) WriteRow(row, edges, crossings[row], corner, west, south, degrees, count);
        return IsBlock | ((uint)depth << DepthShift) | (uint)place;
    }

    // About as many cells as edges: finer ones answer hardly quicker, since more of them miss the caches, and make a larger file.
    private static int DepthFor(int edgeCount) => Math.Clamp((int)Math.Round(Math.Log2(edgeCount) / 2), 2, Grid.MaxDepth);

    private static void AddCrossings(Edge edge, int number, List<(int Column, int Edge)>?[] crossings, double west, double south, double degrees)
    {
        for (var row = Math.Max(0, (int)((edge.LowY - south) / degrees) - 1); row < crossings.Length; row++)
        {
            var y = south + (row * degrees);
            if (y >= edge.HighY) break;
            if (!edge.Spans(y)) continue;
            var column = CornerWalk.FirstCornerRightOf(edge, west, degrees, crossings.Length, y);
            if (column > 0 && column < crossings.Length) (crossings[row] ??= []).Add((column, number));
        }
    }

    private void WriteRow(int row, CellEdges edges, List<(int Column, int Edge)>? crossings, PartSet corner, double west, double south, double degrees, int count)
    {
        var y = south + (row * degrees);
        _state.Become(corner);
        foreach (var edge in _western)
        {
            if (edges[edge].HasBelow(west, y) != edges[edge].HasBelow(west, south)) _state.Toggle(edges.PartsOf(edge));
        }

        crossings?.Sort();
        _row.Clear();
        var next = 0;
        for (var column = 0; column < count; column++)
        {
            for (; crossings is not null && next < crossings.Count && crossings[next].Column == column; next++) _state.Toggle(edges.PartsOf(crossings[next].Edge));
            var touching = _touching[(row * count) + column];
            _row.Add(touching.Length > 0
                ? IsRecord | _records.Write(_state, edges, touching, west + (column * degrees), y, degrees)
                : parts.EntryOf(_state));
        }

        sections.Cells.Append(MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_row)));
    }
}
