namespace Genie.Geocoding.Indexing;

/// <summary>The nearest of the edges that it was shown. Edges are straight in longitude and latitude, as everywhere in an index.</summary>
internal struct NearestEdge
{
    private const double MetresPerDegree = Sphere.RadiusMetres * Math.PI / 180;

    private readonly double _latitude;
    private readonly double _longitude;

    // Degrees of longitude in degrees of latitude at the point: near it, that makes a plane.
    private readonly double _narrowing;

    /// <summary>None yet; only what is within so many metres of the point counts.</summary>
    public NearestEdge(double latitude, double longitude, double metres)
    {
        (_latitude, _longitude, Metres) = (latitude, longitude, metres);
        _narrowing = Math.Cos(latitude * Math.PI / 180);
        LatitudeSpan = metres / MetresPerDegree;
        var farthest = Math.Abs(latitude) + LatitudeSpan;
        LongitudeSpan = farthest >= 90 ? 180 : Math.Min(180, LatitudeSpan / Math.Cos(farthest * Math.PI / 180));
    }

    /// <summary>How far the radius reaches north and south, in degrees.</summary>
    public double LatitudeSpan { get; }

    /// <summary>How far it reaches east and west at most, in degrees.</summary>
    public double LongitudeSpan { get; }

    /// <summary>The area + 1 of the nearest edge, or 0.</summary>
    public uint Area { get; private set; }

    /// <summary>How far it is; without one, the radius.</summary>
    public double Metres { get; private set; }

    /// <summary>Takes an edge, if it is nearer than those before.</summary>
    /// <param name="edge">The edge.</param>
    /// <param name="shift">Added to its longitudes.</param>
    /// <param name="area">The area + 1.</param>
    public void Take(in Edge edge, double shift, uint area)
    {
        var (x, y) = ((edge.LowX + shift - _longitude) * _narrowing, edge.LowY - _latitude);
        var (alongX, alongY) = ((edge.HighX - edge.LowX) * _narrowing, edge.HighY - edge.LowY);
        var length = (alongX * alongX) + (alongY * alongY);
        var share = length > 0 ? Math.Clamp(-((x * alongX) + (y * alongY)) / length, 0, 1) : 0;
        var metres = Sphere.Metres(_latitude, _longitude, edge.LowY + (share * alongY), edge.LowX + shift + (share * (edge.HighX - edge.LowX)));
        if (metres > Metres || (metres == Metres && Area != 0 && area >= Area)) return;
        (Metres, Area) = (metres, area);
    }
}
