using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>A place as regions are compared with it.</summary>
/// <param name="Latitude">-90 to less than 90: the North Pole is the last place south of it, as for the geocoder.</param>
/// <param name="Longitude">-180 to less than 180.</param>
/// <param name="Code">Its finest grid cell.</param>
/// <param name="IsValid">False for what is no coordinate.</param>
internal readonly record struct Position(double Latitude, double Longitude, ulong Code, bool IsValid)
{
    public static Position Of(GeoPoint point)
    {
        var (latitude, longitude) = (point.Latitude, point.Longitude);
        if (!(Math.Abs(latitude) <= 90) || !double.IsFinite(longitude)) return default;
        if (latitude == 90) latitude = Math.BitDecrement(90.0);
        if (longitude is not (>= -180 and < 180))
        {
            longitude = Math.IEEERemainder(longitude, 360);
            if (longitude == 180) longitude = -180;
        }

        return new Position(latitude, longitude, GridCell.CodeAt(latitude, longitude), IsValid: true);
    }
}
