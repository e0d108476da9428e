using NetTopologySuite.Geometries;
using NetTopologySuite.Geometries.Utilities;

namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// Cuts polygons that cross the antimeridian there. An edge over more than 180 degrees of longitude goes the short way round; a ring
/// that so goes once around the Earth is closed over the pole on its side. Polygons that need none of it stay as they are, to the last bit.
/// </summary>
internal static class Antimeridian
{
    private const double Turn = 360;

    // Rounding of a conversion from metres; a metre is ten times as much.
    private const double Rounding = 1e-6;

    /// <summary>The polygons, cut where they have to be.</summary>
    /// <param name="polygons">Longitudes from -360 to 360; others are left to be refused.</param>
    /// <param name="isCut">True if one was cut. Nothing may be left then: a shape that cannot be computed with is dropped.</param>
    public static IReadOnlyList<MapPolygon> Cut(IReadOnlyList<MapPolygon> polygons, out bool isCut)
    {
        isCut = false;
        if (polygons.All(polygon => polygon.Rings.All(IsFine)) || polygons.Any(polygon => polygon.Rings.Any(IsBeyond))) return polygons;
        var cut = new List<MapPolygon>();
        foreach (var polygon in polygons.Select(Normalise))
        {
            if (polygon.Rings.All(IsFine) || polygon.Rings[0].Length < 6)
            {
                cut.Add(polygon);
                continue;
            }

            isCut = true;
            try
            {
                cut.AddRange(CutOne(polygon));
            }
            catch (Exception exception) when (PolygonCheck.IsBeyondComputing(exception))
            {
                return [];
            }
        }

        return cut;
    }

    private static bool IsBeyond(double[] ring) => Longitudes(ring).Any(x => !(Math.Abs(x) <= Turn));

    // Within the range, no edge the long way round; of those along all of a parallel none, or both sides of a box, or one over a pole.
    private static bool IsFine(double[] ring)
    {
        var (around, overPole) = (0, false);
        for (var (i, from) = (0, (ring.Length & ~1) - 2); i + 1 < ring.Length; (i, from) = (i + 2, i))
        {
            if (!(Math.Abs(ring[i]) <= 180)) return false;
            var step = Math.Abs(ring[i] - ring[from]);
            if (step is > 180 and < Turn) return false;
            if (step < Turn) continue;
            around++;
            overPole |= Math.Abs(ring[i + 1]) == 90 && Math.Abs(ring[from + 1]) == 90;
        }

        return around != 1 || overPole;
    }

    private static IEnumerable<double> Longitudes(double[] ring) => ring.Where((_, i) => i % 2 == 0);

    private static MapPolygon Normalise(MapPolygon polygon) => PolygonGeometry.WithCoordinates(polygon, static (value, isLongitude) => isLongitude ? Normalise(value) : value);

    private static double Normalise(double x) => Math.Abs(x) <= 180 ? x
        : Math.Abs(x) <= 180 + Rounding ? Math.CopySign(180, x)
        : x > 0 ? x - Turn : x + Turn;

    private static IEnumerable<MapPolygon> CutOne(MapPolygon polygon)
    {
        var shell = new LinearRing(Unwrap(polygon.Rings[0]));
        var holes = polygon.Rings.Skip(1).Where(ring => ring.Length >= 6).Select(ring => Beside(shell.EnvelopeInternal, new LinearRing(Unwrap(ring))));
        Geometry whole = GeometryFixer.Fix(new Polygon(shell, [.. holes]));
        var envelope = whole.EnvelopeInternal;
        var first = (int)Math.Floor((envelope.MinX + 180) / Turn);
        for (var sheet = first; (sheet * Turn) - 180 < envelope.MaxX; sheet++)
        {
            var west = (sheet * Turn) - 180;
            var part = whole.Intersection(whole.Factory.ToGeometry(new Envelope(west, west + Turn, -90, 90)));
            foreach (var piece in PolygonExtracter.GetPolygons(part).Cast<Polygon>().Where(piece => !piece.IsEmpty)) yield return Shift(PolygonGeometry.ToMap(piece), sheet * Turn);
        }
    }

    private static MapPolygon Shift(MapPolygon polygon, double degrees) => degrees == 0 ? polygon
        : PolygonGeometry.WithCoordinates(polygon, (value, isLongitude) => isLongitude ? value - degrees : value);

    // Longitudes that go on over the antimeridian; a ring around the Earth comes back along its pole.
    private static Coordinate[] Unwrap(double[] ring)
    {
        var places = new List<Coordinate> { new(ring[0], ring[1]) };
        for (var i = 2; i <= ring.Length; i += 2)
        {
            var next = i < ring.Length ? i : 0;
            var x = ring[next] + (Turn * Math.Round((places[^1].X - ring[next]) / Turn));
            places.Add(new Coordinate(x, ring[next + 1]));
        }

        if (Math.Abs(places[^1].X - places[0].X) > 180)
        {
            var pole = places.Average(place => place.Y) < 0 ? -90 : 90;
            places.Add(new Coordinate(places[^1].X, pole));
            places.Add(new Coordinate(places[0].X, pole));
        }

        if (!places[^1].Equals2D(places[0])) places.Add(places[0].Copy());
        return [.. places];
    }

    // A hole is unwrapped on its own, so it may lie a turn away from its shell.
    private static LinearRing Beside(Envelope shell, LinearRing hole)
    {
        var middle = hole.EnvelopeInternal.Centre.X;
        var turns = Math.Round((shell.Centre.X - middle) / Turn) * Turn;
        if (!shell.Intersects(new Envelope(hole.EnvelopeInternal.MinX + turns, hole.EnvelopeInternal.MaxX + turns, shell.MinY, shell.MaxY))) turns = 0;
        return turns == 0 ? hole : new LinearRing([.. hole.Coordinates.Select(place => new Coordinate(place.X + turns, place.Y))]);
    }
}
