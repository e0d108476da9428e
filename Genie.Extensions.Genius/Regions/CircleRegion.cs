using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>All places whose great-circle distance from the centre is at most the radius, on the sphere of the Earth's mean radius.</summary>
/// <param name="Centre">The centre.</param>
/// <param name="RadiusMetres">At least 0; from half the Earth's circumference on it is everywhere.</param>
public sealed record CircleRegion(GeoPoint Centre, double RadiusMetres) : RegionCondition;
