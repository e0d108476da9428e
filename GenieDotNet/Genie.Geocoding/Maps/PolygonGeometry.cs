using NetTopologySuite.Geometries;

namespace Genie.Geocoding.Maps;

/// <summary>Between a map's rings and NetTopologySuite's geometries. The shell is the ring around all others, in whatever order they stand.</summary>
internal static class PolygonGeometry
{
    /// <summary>A multipolygon of a map's polygons. Rings of fewer than three places bound nothing and are left out.</summary>
    public static MultiPolygon FromMap(IReadOnlyList<MapPolygon> polygons) => new(
    [
        .. polygons
            .Select(polygon => polygon.Rings.Select(Close).Where(ring => ring.Length >= 4).ToArray())
            .Where(rings => rings.Length > 0)
            .Select(rings => rings.Select(ring => new LinearRing(ring)).ToArray())
            .Select(rings => (Shell: FindShell(rings), Rings: rings))
            .Select(found => new Polygon(found.Rings[found.Shell], [.. found.Rings.Where((_, i) => i != found.Shell)])),
    ]);

    // The first one as a rule. Where its box does not hold the others', the one whose box holds all.
    private static int FindShell(LinearRing[] rings)
    {
        var whole = new Envelope();
        foreach (var ring in rings) whole.ExpandToInclude(ring.EnvelopeInternal);
        return Math.Max(0, Array.FindIndex(rings, ring => ring.EnvelopeInternal.Equals(whole)));
    }

    /// <summary>A map's polygon.</summary>
    public static MapPolygon ToMap(Polygon polygon) =>
        new([.. polygon.InteriorRings.Prepend(polygon.ExteriorRing).Select(ring => ring.Coordinates.SelectMany(place => new[] { place.X, place.Y }).ToArray())]);

    /// <summary>A polygon of as many rings and places, with other coordinates.</summary>
    /// <param name="polygon">The polygon.</param>
    /// <param name="change">Is given a coordinate, and whether it is a longitude.</param>
    public static MapPolygon WithCoordinates(MapPolygon polygon, Func<double, bool, double> change) =>
        new([.. polygon.Rings.Select(ring => ring.Select((value, i) => change(value, i % 2 == 0)).ToArray())]);

    private static Coordinate[] Close(double[] ring)
    {
        var places = Enumerable.Range(0, ring.Length / 2).Select(i => new Coordinate(ring[2 * i], ring[(2 * i) + 1])).ToList();
        if (places.Count > 0 && !places[0].Equals2D(places[^1])) places.Add(places[0].Copy());
        return [.. places];
    }
}
