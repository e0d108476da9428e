using Genie.Geocoding;

namespace Genie.Datagrams.Zones;

/// <summary>A position on the map, in degrees of WGS 84.</summary>
/// <param name="Latitude">-90 (South Pole) to 90.</param>
/// <param name="Longitude">-180 to 180; 180 is -180.</param>
public readonly record struct MapPosition(double Latitude, double Longitude)
{
    /// <summary>False for what lies on no map: a latitude or longitude out of its range, or no number at all.</summary>
    public bool IsOnMap => Math.Abs(Latitude) <= 90 && Math.Abs(Longitude) <= 180;

    /// <summary>The way to another position, metres on a sphere of the Earth's mean radius.</summary>
    /// <param name="other">The other position.</param>
    public double DistanceMetresTo(MapPosition other) => Sphere.Metres(Latitude, Longitude, other.Latitude, other.Longitude);
}
