namespace Genie.Extensions.Genius.Regions;

/// <summary>Covers a box with few grid cells of one level; what lies in the box lies in one of them.</summary>
internal static class CellCover
{
    /// <summary>The finest level in use, of 38 by 19 m: a finer one would tell hardly more places apart than coordinates do.</summary>
    public const int LevelMax = 20;

    private const int CellsMax = 16;
    private const double RoundingDegrees = 1e-12;

    /// <summary>Adds the cells to a list.</summary>
    /// <param name="exact">What to cover.</param>
    /// <param name="touches">Whether a cell, given as a box, may be needed.</param>
    /// <param name="cells">Where the cells go.</param>
    public static void Add(in GeoBox exact, Func<GeoBox, bool> touches, List<GridCell> cells)
    {
        var box = new GeoBox(exact.South - RoundingDegrees, exact.North + RoundingDegrees, exact.West - RoundingDegrees, exact.East + RoundingDegrees);
        var level = LevelOf(box);
        var (width, height) = (Width(level), Height(level));
        var (west, east) = (Column(box.West, width), Column(box.East, width));
        var (south, north) = (Row(box.South, height, level), Row(box.North, height, level));
        var columnMask = (1L << level) - 1;
        for (var column = west; column <= east; column++)
        {
            for (var row = south; row <= north; row++)
            {
                // A box wider than the Earth meets a cell twice: once is enough, but either time may show that it is needed.
                var cell = GridCell.Of((uint)(column & columnMask), (uint)row, level);
                var bounds = new GeoBox((row * height) - 90, ((row + 1) * height) - 90, (column * width) - 180, ((column + 1) * width) - 180);
                if (touches(bounds) && !cells.Contains(cell)) cells.Add(cell);
            }
        }
    }

    private static int LevelOf(in GeoBox box)
    {
        var level = LevelMax;
        while (level > 0)
        {
            var columns = Math.Min(Column(box.East, Width(level)) - Column(box.West, Width(level)) + 1, 1L << level);
            var rows = Row(box.North, Height(level), level) - Row(box.South, Height(level), level) + 1;
            if (columns * rows <= CellsMax) break;
            level--;
        }

        return level;
    }

    private static double Width(int level) => 360.0 / (1 << level);

    private static double Height(int level) => 180.0 / (1 << level);

    private static long Column(double longitude, double width) => (long)Math.Floor((longitude + 180) / width);

    private static long Row(double latitude, double height, int level) => Math.Clamp((long)Math.Floor((latitude + 90) / height), 0, (1L << level) - 1);
}
