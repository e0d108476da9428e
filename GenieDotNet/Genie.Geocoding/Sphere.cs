namespace Genie.Geocoding;

/// <summary>Great circles on a sphere of the Earth's mean radius: up to 0.6 % from those on the ellipsoid.</summary>
internal static class Sphere
{
    /// <summary>The mean radius of WGS 84 (IUGG's R1).</summary>
    public const double RadiusMetres = 6_371_008.771;

    /// <summary>The way between two places given in degrees.</summary>
    public static double Metres(double latitude, double longitude, double otherLatitude, double otherLongitude)
    {
        const double Radians = Math.PI / 180;
        var north = Math.Sin((otherLatitude - latitude) * Radians / 2);
        var east = Math.Sin((otherLongitude - longitude) * Radians / 2);
        var half = (north * north) + (Math.Cos(latitude * Radians) * Math.Cos(otherLatitude * Radians) * east * east);
        return 2 * RadiusMetres * Math.Asin(Math.Min(1, Math.Sqrt(half)));
    }
}
