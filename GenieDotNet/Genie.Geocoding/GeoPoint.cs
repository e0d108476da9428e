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

    /// <summary>
    /// Reads a place in one text: <c>38.87,-77.05</c>, <c>38.87N 77.05W</c>, <c>38°52'12"N 77°03'00"W</c>, a <c>geo:</c> address (RFC 5870), or a link of a map on the web
    /// with coordinates in it. Latitude first, unless letters say otherwise.
    /// </summary>
    /// <returns>False if it is none of these, is out of range, or could be read in two ways.</returns>
    public static bool TryParse(string text, out GeoPoint point)
    {
        ArgumentNullException.ThrowIfNull(text);
        return CoordinateText.TryParse(text, out point);
    }

    private static bool TryRead(string text, double limit, out double degrees) => double.TryParse(text, Degrees, CultureInfo.InvariantCulture, out degrees) && Math.Abs(degrees) <= limit;
}
