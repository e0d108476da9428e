using System.Globalization;

namespace Genie.Geocoding;

/// <summary>A place on Earth in degrees, WGS 84.</summary>
/// <param name="Latitude">-90 (South Pole) to 90; anything else, NaN included, is <see cref="LookupStatus.InvalidCoordinate"/>.</param>
/// <param name="Longitude">Any finite number; it is taken modulo 360.</param>
public readonly record struct GeoPoint(double Latitude, double Longitude)
{
    private const NumberStyles Degrees = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite;

    /// <summary>Reads what a person wrote: degrees with a decimal point, latitude from -90 to 90, longitude from -180 to 180.</summary>
    /// <returns>False if one of the two is no number or out of its range.</returns>
    public static bool TryParse(string latitude, string longitude, out GeoPoint point)
    {
        var isRead = TryRead(latitude, 90, out var north) & TryRead(longitude, 180, out var east);
        point = new GeoPoint(north, east);
        return isRead;
    }

    private static bool TryRead(string text, double limit, out double degrees) => double.TryParse(text, Degrees, CultureInfo.InvariantCulture, out degrees) && Math.Abs(degrees) <= limit;
}
