namespace Genie.Extensions.Genius.Regions;

/// <summary>An edge of a polygon, from its southern to its northern end, so that both neighbours of a border compute the same.</summary>
internal readonly record struct PlaneEdge(double South, double SouthLongitude, double North, double NorthLongitude)
{
    public static PlaneEdge Between(double latitude, double longitude, double otherLatitude, double otherLongitude) =>
        latitude < otherLatitude || (latitude == otherLatitude && longitude <= otherLongitude)
            ? new PlaneEdge(latitude, longitude, otherLatitude, otherLongitude)
            : new PlaneEdge(otherLatitude, otherLongitude, latitude, longitude);

    /// <summary>True if the way west from a place crosses the edge, or the place is on it.</summary>
    public bool IsWestOf(double latitude, double longitude) =>
        latitude >= South && latitude < North && Side(latitude, longitude) <= 0;

    /// <summary>False if the edge certainly has no place in the box.</summary>
    public bool MayCross(in GeoBox box)
    {
        if (North < box.South || South > box.North) return false;
        if (Math.Max(SouthLongitude, NorthLongitude) < box.West || Math.Min(SouthLongitude, NorthLongitude) > box.East) return false;
        var (a, b) = (Side(box.South, box.West), Side(box.South, box.East));
        var (c, d) = (Side(box.North, box.West), Side(box.North, box.East));

        // Rounding must not lose a cell that an edge only just reaches.
        var slack = 1e-12 * (Math.Abs(a) + Math.Abs(b) + Math.Abs(c) + Math.Abs(d));
        return !(a > slack && b > slack && c > slack && d > slack) && !(a < -slack && b < -slack && c < -slack && d < -slack);
    }

    private double Side(double latitude, double longitude) =>
        ((NorthLongitude - SouthLongitude) * (latitude - South)) - ((North - South) * (longitude - SouthLongitude));
}
