using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>A polygon, ready to be compared with places: its edges in a plane of longitudes that do not jump.</summary>
internal sealed class PolygonShape
{
    private readonly PlaneEdge[] _edges;

    public PolygonShape(PolygonRegion polygon)
    {
        if (polygon.Rings.Count == 0) throw new InvalidRegionException("A polygon needs a ring.");
        var edges = new List<PlaneEdge>();
        foreach (var ring in polygon.Rings) RingUnwinding.AddEdges(ring, edges);
        _edges = [.. edges];
        Box = BoxOf(_edges);
    }

    /// <summary>A box of coordinates around it.</summary>
    public GeoBox Box { get; }

    /// <summary>Its edges, in a plane of longitudes that do not jump.</summary>
    public ReadOnlySpan<PlaneEdge> Edges => _edges;

    /// <summary>Even-odd, over all copies of the place that lie in the plane's part that the rings take.</summary>
    public bool Contains(in Position place)
    {
        if (place.Latitude < Box.South || place.Latitude > Box.North) return false;
        var longitude = place.Longitude + (360 * Math.Ceiling((Box.West - place.Longitude) / 360));
        var isInside = false;
        for (; longitude <= Box.East; longitude += 360) isInside ^= IsInside(place.Latitude, longitude);
        return isInside;
    }

    /// <summary>True if a cell may hold something of the polygon. The cell lies in the plane as <see cref="Box"/> does.</summary>
    public bool MayTouch(GeoBox cell)
    {
        foreach (var edge in _edges)
        {
            if (edge.MayCross(cell)) return true;
        }

        // No edge comes near it: all of it is inside, or nothing.
        return Contains(Position.Of(new GeoPoint((cell.South + cell.North) / 2, (cell.West + cell.East) / 2)));
    }

    private static GeoBox BoxOf(PlaneEdge[] edges)
    {
        var (south, north, west, east) = (double.MaxValue, double.MinValue, double.MaxValue, double.MinValue);
        foreach (var edge in edges)
        {
            (south, north) = (Math.Min(south, edge.South), Math.Max(north, edge.North));
            (west, east) = (Math.Min(west, Math.Min(edge.SouthLongitude, edge.NorthLongitude)), Math.Max(east, Math.Max(edge.SouthLongitude, edge.NorthLongitude)));
        }

        return new GeoBox(south, north, west, east);
    }

    private bool IsInside(double latitude, double longitude)
    {
        var isInside = false;
        foreach (ref readonly var edge in _edges.AsSpan()) isInside ^= edge.IsWestOf(latitude, longitude);
        return isInside;
    }
}
