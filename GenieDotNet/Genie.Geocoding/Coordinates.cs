using System.Runtime.CompilerServices;

namespace Genie.Geocoding;

/// <summary>Brings coordinates into the range that indexes know.</summary>
internal static class Coordinates
{
    private const double JustBelowThePole = 89.99999999999999;

    /// <summary>
    /// False if there is no such place. The longitude comes out from -180 to less than 180; the North Pole as the last place
    /// south of it on its meridian, since nothing lies north of it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNormalise(GeoPoint point, out double latitude, out double longitude)
    {
        (latitude, longitude) = (point.Latitude, point.Longitude);
        return (longitude >= -180 && longitude < 180 && Math.Abs(latitude) < 90) || TryNormaliseRarer(ref latitude, ref longitude);
    }

    private static bool TryNormaliseRarer(ref double latitude, ref double longitude)
    {
        if (!(Math.Abs(latitude) <= 90) || !double.IsFinite(longitude)) return false;
        if (latitude == 90) latitude = JustBelowThePole;
        longitude = Math.IEEERemainder(longitude, 360);
        if (longitude == 180) longitude = -180;
        return true;
    }
}
