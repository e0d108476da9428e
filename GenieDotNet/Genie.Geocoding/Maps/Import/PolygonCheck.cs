using NetTopologySuite.Geometries;
using NetTopologySuite.Geometries.Utilities;
using NetTopologySuite.Operation.Valid;
using NetTopologySuite.Utilities;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Finds what is wrong with an area's polygons and makes them valid.</summary>
internal static class PolygonCheck
{
    // A ten-thousandth of a millimetre. What is nearer to zero is the rest of a computation, and products of such numbers underflow.
    private const double Least = 1e-12;

    /// <summary>The polygons, with zero for every coordinate so near to it that checks and repairs cannot compute with it; the same if there is none.</summary>
    public static IReadOnlyList<MapPolygon> FlushToZero(IReadOnlyList<MapPolygon> polygons) => !polygons.Any(polygon => polygon.Rings.Any(ring => ring.Any(IsTiny))) ? polygons
        : [.. polygons.Select(polygon => PolygonGeometry.WithCoordinates(polygon, static (value, _) => IsTiny(value) ? 0 : value))];

    /// <summary>Why these polygons cannot be on a map, or null.</summary>
    public static string? FindObstacle(IReadOnlyList<MapPolygon> polygons)
    {
        var hasRing = false;
        foreach (var ring in polygons.SelectMany(polygon => polygon.Rings))
        {
            hasRing |= ring.Length >= 6;
            for (var i = 0; i + 1 < ring.Length; i += 2)
            {
                if (!(Math.Abs(ring[i]) <= 180 && Math.Abs(ring[i + 1]) <= 90))
                    return FormattableString.Invariant($"the place ({ring[i]}, {ring[i + 1]}) is not within longitude -360 to 360 and latitude -90 to 90; have the map in degrees: ogr2ogr -t_srs EPSG:4326");
            }
        }

        return hasRing ? null : "its geometry is empty";
    }

    /// <summary>What is wrong with the polygons (Simple Features, section 6.1.11), or null if they are valid.</summary>
    /// <param name="polygons">The polygons.</param>
    /// <param name="shape">The same as a geometry.</param>
    public static string? FindFault(IReadOnlyList<MapPolygon> polygons, out MultiPolygon shape)
    {
        shape = PolygonGeometry.FromMap(polygons);
        if (shape.IsEmpty) return "no ring has three places";
        try
        {
            return new IsValidOp(shape).ValidationError is { } error
                ? FormattableString.Invariant($"{error.Message} at ({error.Coordinate.X}, {error.Coordinate.Y})") : null;
        }
        catch (Exception exception) when (IsBeyondComputing(exception))
        {
            return "it cannot be checked";
        }
    }

    /// <summary>Valid polygons that cover what those of the shape do; none if nothing is left or it cannot be done.</summary>
    public static IReadOnlyList<MapPolygon> Repair(MultiPolygon shape)
    {
        var polygons = new List<MapPolygon>();
        try
        {
            foreach (var part in PolygonExtracter.GetPolygons(GeometryFixer.Fix(shape)))
            {
                if (!part.IsEmpty) polygons.Add(PolygonGeometry.ToMap((Polygon)part));
            }

            return polygons;
        }
        catch (Exception exception) when (IsBeyondComputing(exception))
        {
            return [];
        }
    }

    /// <summary>
    /// True for what NetTopologySuite throws at a shape that it cannot compute with; its buffer finds no rightmost edge then, and uses it all
    /// the same. One such shape is left out of a map instead of ending its import.
    /// </summary>
    public static bool IsBeyondComputing(Exception exception) => exception is ArgumentException or TopologyException or NullReferenceException or InvalidOperationException or AssertionFailedException;

    private static bool IsTiny(double value) => value != 0 && Math.Abs(value) < Least;
}
