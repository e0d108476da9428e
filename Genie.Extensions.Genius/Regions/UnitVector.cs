namespace Genie.Extensions.Genius.Regions;

/// <summary>A place on the unit sphere.</summary>
internal readonly record struct UnitVector(double X, double Y, double Z)
{
    public static UnitVector Of(double latitude, double longitude)
    {
        var (sineLatitude, cosineLatitude) = Math.SinCos(double.DegreesToRadians(latitude));
        var (sineLongitude, cosineLongitude) = Math.SinCos(double.DegreesToRadians(longitude));
        return new UnitVector(cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude);
    }

    /// <summary>The square of the straight line between two places: it grows with the distance, and small distances keep their digits.</summary>
    public double ChordSquaredTo(in UnitVector other)
    {
        var (x, y, z) = (X - other.X, Y - other.Y, Z - other.Z);
        return (x * x) + (y * y) + (z * z);
    }
}
