namespace Genie.Geocoding.Indexing;

/// <summary>Where along a row of cell corners an edge is crossed.</summary>
internal static class CornerWalk
{
    /// <summary>
    /// The first corner, going east, that has the edge to its west: 0 if all have, <paramref name="columns"/> if none has.
    /// Guessed by division, then settled exactly.
    /// </summary>
    public static int FirstCornerRightOf(Edge edge, double west, double degrees, int columns, double y)
    {
        var share = (y - edge.LowY) / (edge.HighY - edge.LowY);
        var x = edge.LowX + (share * (edge.HighX - edge.LowX));
        var column = (int)Math.Clamp(Math.Ceiling((x - west) / degrees), 0, columns);
        while (column > 0 && edge.HasToTheRight(west + ((column - 1) * degrees), y)) column--;
        while (column < columns && !edge.HasToTheRight(west + (column * degrees), y)) column++;
        return column;
    }
}
