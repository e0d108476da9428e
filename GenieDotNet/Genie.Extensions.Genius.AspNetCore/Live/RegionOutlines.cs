using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Regions as rings to draw in a plane of longitude and latitude. Longitudes do not jump, so they may lie outside of -180 to 180.</summary>
internal static class RegionOutlines
{
    private const int CirclePlaces = 72;

    /// <summary>A region's rings; none where its outline is not known. A circle beyond a hemisphere has its border drawn, not its inside.</summary>
    public static IReadOnlyList<double[]> Of(RegionCondition region, AreaOutlines areas) => region switch
    {
        AreaRegion area => areas.Find(area),
        PolygonRegion polygon => [.. polygon.Rings.Select(Draw)],
        CircleRegion circle => [Draw(PlacesOf(circle))],
        CellRegion cell => [Draw(Geohash.Parse(cell.Geohash).Bounds)],
        _ => [],
    };

    private static double[] Draw(IReadOnlyList<GeoPoint> ring) => [.. RingUnwinding.Unwind(ring).SelectMany(place => new[] { place.Longitude, place.Latitude })];

    private static double[] Draw(GeoBox box) => [box.West, box.South, box.East, box.South, box.East, box.North, box.West, box.North];

    /// <summary>Around the centre with the inside on the left, so that a circle around a pole is known for one.</summary>
    private static GeoPoint[] PlacesOf(CircleRegion circle)
    {
        var angle = Math.Min(circle.RadiusMetres / CircleShape.EarthRadiusMetres, Math.PI);
        var (sine, cosine) = Math.SinCos(angle);
        var (sineLatitude, cosineLatitude) = Math.SinCos(double.DegreesToRadians(circle.Centre.Latitude));
        var (sineLongitude, cosineLongitude) = Math.SinCos(double.DegreesToRadians(circle.Centre.Longitude));
        return [.. Enumerable.Range(0, CirclePlaces).Select(i =>
        {
            // The centre turned by the angle towards a direction made of its own north and east.
            var (east, north) = Math.SinCos(-Math.Tau * i / CirclePlaces);
            var alongMeridian = (cosine * cosineLatitude) - (sine * north * sineLatitude);
            var x = (alongMeridian * cosineLongitude) - (sine * east * sineLongitude);
            var y = (alongMeridian * sineLongitude) + (sine * east * cosineLongitude);
            var z = (cosine * sineLatitude) + (sine * north * cosineLatitude);
            return new GeoPoint(double.RadiansToDegrees(Math.Asin(Math.Clamp(z, -1, 1))), double.RadiansToDegrees(Math.Atan2(y, x)));
        })];
    }
}
