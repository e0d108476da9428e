namespace Genie.Geocoding.Indexing;

/// <summary>
/// The grid: root cells of 2.8125 degrees, each whole or cut into 4^k cells. All cell borders are exact doubles (360 / 2^n).
/// </summary>
internal static class Grid
{
    /// <summary>Root cells from -180 to 180 degrees.</summary>
    public const int RootColumns = 128;

    /// <summary>Root cells from -90 to 90 degrees.</summary>
    public const int RootRows = 64;

    /// <summary>Root cells of the whole Earth.</summary>
    public const int RootCells = RootColumns * RootRows;

    /// <summary>A root cell's width and height in degrees.</summary>
    public const double RootDegrees = 2.8125;

    /// <summary>The finest cut: 256 x 256 cells of 0.011 degrees in a root cell.</summary>
    public const int MaxDepth = 8;

    /// <summary>
    /// How far around a cell, as a part of its size, borders belong to it too: far more than the rounding of a point's place
    /// in the grid, so that a point may be counted to the neighbour and still be answered right.
    /// </summary>
    public const double Margin = 1e-6;

    /// <summary>The root cell of a place, or the one beside it where rounding says so; for one place always the same.</summary>
    public static int RootCellAt(double x, double y)
    {
        var column = Math.Clamp((int)((x + 180) / RootDegrees), 0, RootColumns - 1);
        var row = Math.Clamp((int)((y + 90) / RootDegrees), 0, RootRows - 1);
        return (row * RootColumns) + column;
    }
}
