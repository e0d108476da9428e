using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>
/// The plane of metres around a place that the equirectangular projection with that place's parallel makes: what is straight in latitude and longitude stays straight, and distances that are short beside
/// the Earth are true.
/// </summary>
/// <param name="origin">The place.</param>
internal readonly struct LocalPlane(GeoPoint origin)
{
    private const double MetresPerDegree = CircleShape.EarthRadiusMetres * Math.PI / 180;

    private readonly double _metresPerDegreeEast = MetresPerDegree * Math.Cos(double.DegreesToRadians(origin.Latitude));

    /// <summary>A place's metres east and north. Its longitude is on the same turn around the Earth as the origin's.</summary>
    public (double X, double Y) At(double latitude, double longitude) => ((longitude - origin.Longitude) * _metresPerDegreeEast, (latitude - origin.Latitude) * MetresPerDegree);
}
