namespace Genie.Extensions.Genius.Regions;

/// <summary>A circle, ready to be compared with places.</summary>
internal readonly struct CircleShape
{
    /// <summary>The mean radius of WGS 84 (IUGG's R1), as for nearest places.</summary>
    public const double EarthRadiusMetres = 6_371_008.771;

    private readonly UnitVector _centre;
    private readonly double _chordSquared;

    public CircleShape(CircleRegion circle)
    {
        var position = Position.Of(circle.Centre);
        if (!position.IsValid) throw new InvalidRegionException($"A circle's centre {circle.Centre} is no place on Earth: latitudes go from -90 to 90.");
        if (!(circle.RadiusMetres >= 0)) throw new InvalidRegionException($"A circle's radius is at least 0 metres, not {circle.RadiusMetres}.");
        _centre = UnitVector.Of(position.Latitude, position.Longitude);
        var angle = circle.RadiusMetres / EarthRadiusMetres;
        var half = Math.Sin(Math.Min(angle, Math.PI) / 2);
        _chordSquared = angle >= Math.PI ? double.PositiveInfinity : 4 * half * half;
        Box = BoxOf(position, angle);
    }

    /// <summary>The great-circle distance that <see cref="UnitVector.ChordSquaredTo"/> stands for.</summary>
    public static double MetresOf(double chordSquared) => 2 * Math.Asin(Math.Min(1, Math.Sqrt(chordSquared) / 2)) * EarthRadiusMetres;

    /// <summary>A box of coordinates around it.</summary>
    public GeoBox Box { get; }

    /// <summary>The radius, as <see cref="UnitVector.ChordSquaredTo"/> has it.</summary>
    public double ChordSquared => _chordSquared;

    public bool Contains(in UnitVector place) => _centre.ChordSquaredTo(place) <= _chordSquared;

    // The widest longitude is not on the centre's parallel but nearer to the pole: sin(east) = sin(angle) / cos(latitude).
    private static GeoBox BoxOf(in Position centre, double angle)
    {
        const double Slack = 1e-9;
        var degrees = double.RadiansToDegrees(angle) + Slack;
        var (south, north) = (centre.Latitude - degrees, centre.Latitude + degrees);
        if (south <= -90 || north >= 90) return new GeoBox(Math.Max(south, -90), Math.Min(north, 90), -180, 180);
        var ratio = Math.Sin(double.DegreesToRadians(degrees)) / Math.Cos(double.DegreesToRadians(centre.Latitude));
        if (ratio >= 1) return new GeoBox(south, north, -180, 180);
        var east = double.RadiansToDegrees(Math.Asin(ratio)) + Slack;
        return new GeoBox(south, north, centre.Longitude - east, centre.Longitude + east);
    }
}
