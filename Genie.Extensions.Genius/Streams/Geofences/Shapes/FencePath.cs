using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>A straight way in the plane of latitude and longitude, the shorter way around the Earth.</summary>
internal readonly record struct FencePath
{
    public FencePath(GeoPoint start, GeoPoint end)
    {
        From = start with { Longitude = Math.IEEERemainder(start.Longitude, 360) };
        To = end with { Longitude = end.Longitude - (360 * Math.Round((end.Longitude - From.Longitude) / 360)) };
    }

    /// <summary>Where it begins.</summary>
    public GeoPoint From { get; }

    /// <summary>Where it ends; its longitude may lie outside of -180 to 180.</summary>
    public GeoPoint To { get; }

    /// <summary>The smallest box around it.</summary>
    public GeoBox Box => new(
        Math.Min(From.Latitude, To.Latitude), Math.Max(From.Latitude, To.Latitude), Math.Min(From.Longitude, To.Longitude), Math.Max(From.Longitude, To.Longitude));
}
