using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>For every root cell: the edges that touch it, and the parts that its south-western corner lies in.</summary>
internal sealed class RootCells : IDisposable
{
    private readonly BucketStore _touching;
    private readonly List<(int Column, int[] Parts)>[] _crossings = new List<(int, int[])>[Grid.RootRows];
    private readonly List<byte> _record = [];

    /// <summary>Without any edge yet.</summary>
    public RootCells(string folder)
    {
        _touching = new BucketStore(Grid.RootCells, folder);
        for (var row = 0; row < Grid.RootRows; row++) _crossings[row] = [];
    }

    /// <summary>Adds an edge to all cells that it touches.</summary>
    public void Add(uint number, Edge edge, ReadOnlySpan<int> parts)
    {
        CellEdges.Write(number, edge, parts, _record);
        var covered = new CellCover(edge, -180, -90, Grid.RootDegrees, Grid.RootColumns, Grid.RootRows);
        while (covered.MoveNext())
        {
            for (var column = covered.FirstColumn; column <= covered.LastColumn; column++)
                _touching.Add((covered.Row * Grid.RootColumns) + column, CollectionsMarshal.AsSpan(_record));
        }

        AddCrossings(edge, parts);
    }

    /// <summary>Takes out the edges that touch a cell; false if there are none.</summary>
    public bool Take(int cell, CellEdges into)
    {
        into.Clear();
        _touching.Take(cell, into.Add);
        return into.Count > 0;
    }

    /// <summary>The parts around the south-western corner of each cell of a row, from the west.</summary>
    public PartSet[] CornersOf(int row)
    {
        var crossings = _crossings[row];
        crossings.Sort(static (one, other) => one.Column.CompareTo(other.Column));
        var corners = new PartSet[Grid.RootColumns];
        var state = new PartSet();
        var next = 0;
        for (var column = 0; column < corners.Length; column++)
        {
            for (; next < crossings.Count && crossings[next].Column == column; next++) state.Toggle(crossings[next].Parts);
            corners[column] = new PartSet();
            corners[column].Become(state);
        }

        return corners;
    }

    /// <inheritdoc/>
    public void Dispose() => _touching.Dispose();

    private void AddCrossings(Edge edge, ReadOnlySpan<int> parts)
    {
        for (var row = Math.Max(0, (int)((edge.LowY + 90) / Grid.RootDegrees) - 1); row < Grid.RootRows; row++)
        {
            var y = (row * Grid.RootDegrees) - 90;
            if (y >= edge.HighY) break;
            if (edge.Spans(y)) _crossings[row].Add((CornerWalk.FirstCornerRightOf(edge, -180, Grid.RootDegrees, Grid.RootColumns, y), parts.ToArray()));
        }
    }
}
