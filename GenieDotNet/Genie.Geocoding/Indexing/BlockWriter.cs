namespace Genie.Geocoding.Indexing;

/// <summary>Cuts one root cell into a block of 4^k cells.</summary>
internal sealed class BlockWriter(EdgeSet edges, IndexBuffers buffers)
{
    /// <summary>In a root cell's entry: it is cut; the four bits below are k, the rest the place of its cells.</summary>
    public const uint IsBlock = 1u << 31;

    /// <summary>How far up the depth stands in a root cell's entry.</summary>
    public const int DepthShift = 27;

    /// <summary>In a cell's entry: a record, at the place of the other bits. Otherwise the entry is the area + 1, or 0.</summary>
    public const uint IsRecord = 1u << 31;

    private readonly RecordWriter _records = new(edges, buffers);
    private readonly PartSet _state = new();

    /// <summary>Writes the block and returns the root cell's entry.</summary>
    public uint Write(List<int> blockEdges, PartSet corner, double west, double south)
    {
        var depth = DepthFor(blockEdges.Count);
        var count = 1 << depth;
        var degrees = Grid.RootDegrees / count;
        var place = buffers.Cells.Count;
        if (place >= 1 << DepthShift) throw new Maps.MapFormatException("The map has borders in too many places for one index. Cut it into several layers or simplify it.");
        var cellEdges = new List<int>?[count * count];
        var crossings = new List<(int Column, int Edge)>?[count];
        foreach (var number in blockEdges)
        {
            var covered = new CellCover(edges[number], west, south, degrees, count, count);
            while (covered.MoveNext())
            {
                for (var column = covered.FirstColumn; column <= covered.LastColumn; column++)
                    (cellEdges[(covered.Row * count) + column] ??= []).Add(number);
            }

            AddCrossings(number, crossings, west, south, degrees);
        }

        for (var row = 0; row < count; row++) WriteRow(row, cellEdges, crossings[row], blockEdges, corner, west, south, degrees);
        return IsBlock | ((uint)depth << DepthShift) | (uint)place;
    }

    /// <summary>The area of a place without borders around: that of the smallest part + 1, or 0.</summary>
    public uint AreaOf(PartSet parts) => parts.Count == 0 ? 0 : (uint)edges.AreaOf(parts.Parts[0]) + 1;

    // About as many cells as edges: finer ones answer hardly quicker, since more of them miss the caches, and make a larger file.
    private static int DepthFor(int edgeCount) => Math.Clamp((int)Math.Round(Math.Log2(edgeCount) / 2), 2, Grid.MaxDepth);

    private void AddCrossings(int number, List<(int Column, int Edge)>?[] crossings, double west, double south, double degrees)
    {
        var edge = edges[number];
        for (var row = Math.Max(0, (int)((edge.LowY - south) / degrees) - 1); row < crossings.Length; row++)
        {
            var y = south + (row * degrees);
            if (y >= edge.HighY) break;
            if (!edge.Spans(y)) continue;
            var column = CornerWalk.FirstCornerRightOf(edge, west, degrees, crossings.Length, y);
            if (column > 0 && column < crossings.Length) (crossings[row] ??= []).Add((column, number));
        }
    }

    private void WriteRow(int row, List<int>?[] cellEdges, List<(int Column, int Edge)>? crossings, List<int> blockEdges, PartSet corner, double west, double south, double degrees)
    {
        var count = 1 << (int)Math.Round(Math.Log2(Grid.RootDegrees / degrees));
        var y = south + (row * degrees);
        _state.Become(corner);
        foreach (var number in blockEdges)
        {
            var edge = edges[number];
            if (edge.Straddles(west) && edge.HasBelow(west, y) != edge.HasBelow(west, south)) _state.Toggle(edges.PartsOf(number));
        }

        crossings?.Sort();
        var next = 0;
        for (var column = 0; column < count; column++)
        {
            for (; crossings is not null && next < crossings.Count && crossings[next].Column == column; next++) _state.Toggle(edges.PartsOf(crossings[next].Edge));
            buffers.Cells.Add(cellEdges[(row * count) + column] is { } touching
                ? IsRecord | _records.Write(_state, touching, west + (column * degrees), y, degrees)
                : AreaOf(_state));
        }
    }
}
