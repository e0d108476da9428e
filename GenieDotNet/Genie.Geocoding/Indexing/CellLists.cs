namespace Genie.Geocoding.Indexing;

/// <summary>For each cell of a block, the edges that touch it.</summary>
internal sealed class CellLists
{
    private readonly List<(int Cell, int Edge)> _touches = [];
    private int[] _starts = [];
    private int[] _edges = [];

    /// <summary>The edges that touch a cell.</summary>
    public ReadOnlySpan<int> this[int cell] => _edges.AsSpan(_starts[cell].._starts[cell + 1]);

    /// <summary>Finds them for a block of <paramref name="count"/> by <paramref name="count"/> cells.</summary>
    public void Fill(CellEdges edges, double west, double south, double degrees, int count)
    {
        _touches.Clear();
        for (var edge = 0; edge < edges.Count; edge++)
        {
            var covered = new CellCover(edges[edge], west, south, degrees, count, count);
            while (covered.MoveNext())
            {
                for (var column = covered.FirstColumn; column <= covered.LastColumn; column++) _touches.Add(((covered.Row * count) + column, edge));
            }
        }

        Sort(count * count);
    }

    // By counting, which keeps the edges of a cell in their order.
    private void Sort(int cells)
    {
        if (_starts.Length < cells + 1) _starts = new int[cells + 1];
        if (_edges.Length < _touches.Count) _edges = new int[Math.Max(_touches.Count, 2 * _edges.Length)];
        Array.Clear(_starts);
        foreach (var (cell, _) in _touches) _starts[cell]++;
        var end = 0;
        for (var cell = 0; cell < _starts.Length; cell++) _starts[cell] = end += _starts[cell];
        for (var i = _touches.Count - 1; i >= 0; i--) _edges[--_starts[_touches[i].Cell]] = _touches[i].Edge;
    }
}
