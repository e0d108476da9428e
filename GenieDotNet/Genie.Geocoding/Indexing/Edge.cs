namespace Genie.Geocoding.Indexing;

/// <summary>
/// A piece of a border between two vertices, the lower one (of equal ones the western one) first, so that neighbours who
/// share it compute with the very same numbers.
/// </summary>
internal readonly record struct Edge(double LowX, double LowY, double HighX, double HighY)
{
    /// <summary>The edge between two places, whichever comes first.</summary>
    public static Edge Between(double x1, double y1, double x2, double y2) =>
        y1 < y2 || (y1 == y2 && x1 <= x2) ? new Edge(x1, y1, x2, y2) : new Edge(x2, y2, x1, y1);

    /// <summary>The edges of a ring of x and y, whose first place may be repeated at the end.</summary>
    public static IEnumerable<Edge> Around(double[] ring)
    {
        for (var (i, from) = (0, (ring.Length & ~1) - 2); i + 1 < ring.Length; (i, from) = (i + 2, i))
        {
            if (ring[i] != ring[from] || ring[i + 1] != ring[from + 1]) yield return Between(ring[from], ring[from + 1], ring[i], ring[i + 1]);
        }
    }

    /// <summary>True for what a builder writes: within the limits of longitude and latitude, the lower end first. What is no number is not.</summary>
    public bool IsOnMap => Math.Abs(LowX) <= 180 && Math.Abs(HighX) <= 180 && LowY >= -90 && LowY <= HighY && HighY <= 90;

    /// <summary>True if it runs exactly east-west; such an edge never crosses a horizontal line.</summary>
    public bool IsHorizontal => LowY == HighY;

    /// <summary>True if a point at this latitude, moved north by nothing, is between its ends.</summary>
    public bool Spans(double y) => LowY <= y && y < HighY;

    /// <summary>True if a point is east of the edge's line or on it: a point on a border counts as moved east by nothing.</summary>
    public bool HasToTheRight(double x, double y) => ExactSign.OfTurn(LowX, LowY, HighX, HighY, x, y) >= 0;

    /// <summary>True if the edge crosses the meridian just east of <paramref name="x"/>.</summary>
    public bool Straddles(double x) => (LowX <= x) != (HighX <= x);

    /// <summary>True if a point is north of the edge's line, by the same rule for points on it.</summary>
    public bool HasBelow(double x, double y)
    {
        if (IsHorizontal) return y >= LowY;
        return LowX < HighX ? !HasToTheRight(x, y) : HasToTheRight(x, y);
    }

    /// <summary>
    /// True if the way from a corner north (or south) to the point's latitude, then east (or west) to the point, crosses the
    /// edge an odd number of times. Exact for every double.
    /// </summary>
    public bool IsCrossedBetween(double cornerX, double cornerY, double x, double y)
    {
        var crossed = Spans(y) && HasToTheRight(x, y) != HasToTheRight(cornerX, y);
        return crossed ^ (Straddles(cornerX) && HasBelow(cornerX, y) != HasBelow(cornerX, cornerY));
    }
}
