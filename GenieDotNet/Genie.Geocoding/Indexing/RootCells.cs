namespace Genie.Geocoding.Indexing;

/// <summary>For every root cell: the edges that touch it, and the parts that its south-western corner lies in.</summary>
internal sealed class RootCells
{
    private readonly List<int>?[] _edges = new List<int>?[Grid.RootColumns * Grid.RootRows];
    private readonly PartSet[] _corners = new PartSet[Grid.RootColumns * Grid.RootRows];

    /// <summary>Distributes the edges.</summary>
    public RootCells(EdgeSet edges)
    {
        var crossings = new List<(int Column, int Edge)>[Grid.RootRows];
        for (var row = 0; row < Grid.RootRows; row++) crossings[row] = [];
        for (var number = 0; number < edges.Count; number++)
        {
            if (edges.PartsOf(number).Length == 0) continue;
            var edge = edges[number];
            var covered = new CellCover(edge, -180, -90, Grid.RootDegrees, Grid.RootColumns, Grid.RootRows);
            while (covered.MoveNext())
            {
                for (var column = covered.FirstColumn; column <= covered.LastColumn; column++)
                    (_edges[(covered.Row * Grid.RootColumns) + column] ??= []).Add(number);
            }

            AddCrossings(edge, number, crossings);
        }

        Walk(edges, crossings);
    }

    /// <summary>The edges that touch a root cell, or null.</summary>
    public List<int>? EdgesIn(int cell) => _edges[cell];

    /// <summary>The parts around a root cell's south-western corner.</summary>
    public PartSet CornerOf(int cell) => _corners[cell];

    private static void AddCrossings(Edge edge, int number, List<(int Column, int Edge)>[] crossings)
    {
        for (var row = Math.Max(0, (int)((edge.LowY + 90) / Grid.RootDegrees) - 1); row < Grid.RootRows; row++)
        {
            var y = (row * Grid.RootDegrees) - 90;
            if (y >= edge.HighY) break;
            if (edge.Spans(y)) crossings[row].Add((CornerWalk.FirstCornerRightOf(edge, -180, Grid.RootDegrees, Grid.RootColumns, y), number));
        }
    }

    private void Walk(EdgeSet edges, List<(int Column, int Edge)>[] crossings)
    {
        for (var row = 0; row < Grid.RootRows; row++)
        {
            crossings[row].Sort();
            var state = new PartSet();
            var next = 0;
            for (var column = 0; column < Grid.RootColumns; column++)
            {
                for (; next < crossings[row].Count && crossings[row][next].Column == column; next++) state.Toggle(edges.PartsOf(crossings[row][next].Edge));
                var corner = _corners[(row * Grid.RootColumns) + column] = new PartSet();
                corner.Become(state);
            }
        }
    }
}
