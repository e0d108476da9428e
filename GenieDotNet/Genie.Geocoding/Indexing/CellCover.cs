namespace Genie.Geocoding.Indexing;

/// <summary>The cells of a grid that an edge touches, row by row; generous by <see cref="Grid.Margin"/>, never short.</summary>
internal struct CellCover
{
    private readonly Edge _edge;
    private readonly double _west;
    private readonly double _south;
    private readonly double _degrees;
    private readonly int _columns;
    private readonly int _lastRow;

    /// <summary>Starts before the first row.</summary>
    public CellCover(Edge edge, double west, double south, double degrees, int columns, int rows)
    {
        (_edge, _west, _south, _degrees, _columns) = (edge, west, south, degrees, columns);
        var margin = degrees * Grid.Margin;
        Row = (int)Math.Clamp(Math.Floor((edge.LowY - margin - south) / degrees), 0, rows) - 1;
        _lastRow = (int)Math.Clamp(Math.Floor((edge.HighY + margin - south) / degrees), -1, rows - 1);
    }

    /// <summary>The row of cells.</summary>
    public int Row { get; private set; }

    /// <summary>The westernmost cell of the row that is touched.</summary>
    public int FirstColumn { get; private set; }

    /// <summary>The easternmost one; smaller than <see cref="FirstColumn"/> if the row has none.</summary>
    public int LastColumn { get; private set; }

    /// <summary>Goes on to the next row.</summary>
    public bool MoveNext()
    {
        if (++Row > _lastRow) return false;
        var margin = _degrees * Grid.Margin;
        var (x1, x2) = (_edge.LowX, _edge.HighX);
        if (_edge.HighY > _edge.LowY)
        {
            var bottom = _south + (Row * _degrees) - margin;
            var height = _edge.HighY - _edge.LowY;
            var from = Math.Clamp((bottom - _edge.LowY) / height, 0, 1);
            var to = Math.Clamp((bottom + _degrees + (2 * margin) - _edge.LowY) / height, 0, 1);
            (x1, x2) = (_edge.LowX + (from * (_edge.HighX - _edge.LowX)), _edge.LowX + (to * (_edge.HighX - _edge.LowX)));
        }

        FirstColumn = (int)Math.Clamp(Math.Floor((Math.Min(x1, x2) - margin - _west) / _degrees), 0, _columns);
        LastColumn = (int)Math.Clamp(Math.Floor((Math.Max(x1, x2) + margin - _west) / _degrees), -1, _columns - 1);
        return true;
    }
}
