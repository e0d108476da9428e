using NetTopologySuite.Geometries;
using NetTopologySuite.Geometries.Utilities;
using NetTopologySuite.Operation.Overlay;
using NetTopologySuite.Operation.OverlayNG;

namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// Cuts polygons that cross the antimeridian there. An edge over more than 180 degrees of longitude goes the short way round; a ring
/// that so goes once around the Earth is closed over a pole. All rings of a polygon count by the even-odd rule, in whatever order they
/// stand. Polygons that need none of it stay as they are, to the last bit.
/// </summary>
internal static class Antimeridian
{
    private const double Turn = UnwrappedRing.Turn;

    // Rounding of a conversion from metres; a metre is ten times as much.
    private const double Rounding = 1e-6;

    /// <summary>The polygons, cut where they have to be.</summary>
    /// <param name="polygons">Longitudes from -360 to 360, latitudes from -90 to 90; others are left to be refused.</param>
    public static CutPolygons Cut(IReadOnlyList<MapPolygon> polygons)
    {
        if (polygons.All(polygon => polygon.Rings.All(IsFine)) || polygons.Any(polygon => polygon.Rings.Any(IsBeyond))) return new CutPolygons(polygons, false, 0);
        var (cut, isCut, lost) = (new List<MapPolygon>(), false, 0);
        foreach (var polygon in polygons.Select(Normalise))
        {
            if (polygon.Rings.All(IsFine) || polygon.Rings.All(ring => ring.Length < 6))
            {
                cut.Add(polygon);
                continue;
            }

            isCut = true;
            try
            {
                var pieces = CutOne(polygon);
                cut.AddRange(pieces);
                if (pieces.Count == 0) lost++;
            }
            catch (Exception exception) when (PolygonCheck.IsBeyondComputing(exception))
            {
                return new CutPolygons([], true, polygons.Count);
            }
        }

        return new CutPolygons(cut, isCut, lost);
    }

    private static bool IsBeyond(double[] ring)
    {
        for (var i = 0; i + 1 < ring.Length; i += 2)
        {
            if (!(Math.Abs(ring[i]) <= Turn && Math.Abs(ring[i + 1]) <= 90)) return true;
        }

        return false;
    }

    // Within the range, no edge the long way round. Edges along all of a parallel are meant so only where the ring comes back along both
    // sides of the antimeridian, as the border of a flat map does; else they are what is left of a place that is there on either side.
    private static bool IsFine(double[] ring)
    {
        var (isAround, isAtWest, isAtEast) = (false, false, false);
        for (var (i, from) = (0, (ring.Length & ~1) - 2); i + 1 < ring.Length; (i, from) = (i + 2, i))
        {
            if (!(Math.Abs(ring[i]) <= 180)) return false;
            var step = Math.Abs(ring[i] - ring[from]);
            var isLevel = ring[i + 1] == ring[from + 1];
            if (step > 180 && (step < Turn || !isLevel)) return false;
            isAround |= step == Turn;
            if (step > 0 || isLevel) continue;
            isAtWest |= ring[i] == -180;
            isAtEast |= ring[i] == 180;
        }

        return !isAround || (isAtWest && isAtEast);
    }

    private static MapPolygon Normalise(MapPolygon polygon) => PolygonGeometry.WithCoordinates(polygon, static (value, isLongitude) => isLongitude ? Normalise(value) : value);

    private static double Normalise(double x) => Math.Abs(x) <= 180 ? x
        : Math.Abs(x) <= 180 + Rounding ? Math.CopySign(180, x)
        : x > 0 ? x - Turn : x + Turn;

    private static List<MapPolygon> CutOne(MapPolygon polygon)
    {
        var rings = polygon.Rings.Where(ring => ring.Length >= 6).Select(ring => IsFine(ring) ? UnwrappedRing.AsItIs(ring) : UnwrappedRing.Of(ring)).Where(ring => !ring.IsPole).ToList();
        if (rings.Count == 0) return [];

        // Two rings around the Earth are a band between them, if both are closed over the same pole.
        var around = rings.Where(ring => ring.IsAround).ToList();
        var pole = around.Count > 0 && around.MaxBy(ring => Math.Abs(ring.MeanLatitude))!.MeanLatitude < 0 ? -90 : 90;
        if (around.Count == 0) around.Add(rings.MaxBy(ring => ring.BoxArea)!);
        var whole = around.Select(ring => Fold(ring.ToRegion(pole))).Aggregate((one, other) => OverlayNGRobust.Overlay(one, other, SpatialFunction.SymDifference));
        var rest = rings.Except(around).Select(ring => Fold(ring.ToRegion(pole))).ToList();
        if (rest.Count > 0) whole = OverlayNGRobust.Overlay(whole, OverlayNGRobust.Union(rest), SpatialFunction.SymDifference);
        return [.. PolygonExtracter.GetPolygons(whole).Cast<Polygon>().Where(piece => !piece.IsEmpty).Select(PolygonGeometry.ToMap)];
    }

    // Each turn's part of it, side by side between -180 and 180.
    private static Geometry Fold(Geometry region)
    {
        var envelope = region.EnvelopeInternal;
        var parts = new List<Geometry>();
        for (var sheet = (int)Math.Floor((envelope.MinX + 180) / Turn); (sheet * Turn) - 180 < envelope.MaxX; sheet++)
        {
            var window = new Envelope((sheet * Turn) - 180, (sheet * Turn) + 180, -90, 90);
            var part = window.Contains(envelope) ? region : region.Intersection(region.Factory.ToGeometry(window));
            parts.Add(sheet == 0 ? part : AffineTransformation.TranslationInstance(-sheet * Turn, 0).Transform(part));
        }

        return parts.Count switch { 0 => region, 1 => parts[0], _ => OverlayNGRobust.Union(parts) };
    }
}
