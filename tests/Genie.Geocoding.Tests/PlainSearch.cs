using System.Numerics;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests;

/// <summary>
/// The answer by going through all polygons, in whole numbers, so that no rounding can hide anything: slow, plain, and written
/// apart from the index that it judges. A point on a border counts as moved east by nothing, and north by less.
/// </summary>
internal sealed class PlainSearch(MapLayer layer)
{
    private readonly (MapArea Area, MapPolygon Polygon, double West, double East, double South, double North)[] _polygons =
    [
        .. layer.Areas.OrderBy(area => area.Code, StringComparer.Ordinal).SelectMany(area => area.Polygons.Select(polygon =>
        {
            var (xs, ys) = (polygon.Rings.SelectMany(ring => ring.Where((_, i) => i % 2 == 0)), polygon.Rings.SelectMany(ring => ring.Where((_, i) => i % 2 == 1)));
            return (area, polygon, xs.Min(), xs.Max(), ys.Min(), ys.Max());
        })),
    ];

    /// <summary>The area with the smallest code at a place, or null.</summary>
    public MapArea? Find(double longitude, double latitude) => FindAll(longitude, latitude).FirstOrDefault();

    /// <summary>All areas at a place, one entry a polygon.</summary>
    public IEnumerable<MapArea> FindAll(double longitude, double latitude) => _polygons
        .Where(p => longitude >= p.West && longitude <= p.East && latitude >= p.South && latitude <= p.North && IsInside(p.Polygon, longitude, latitude))
        .Select(p => p.Area);

    private static bool IsInside(MapPolygon polygon, double x, double y)
    {
        var inside = false;
        foreach (var ring in polygon.Rings)
        {
            var count = ring.Length / 2;
            for (var i = 0; i < count; i++)
            {
                var next = (i + 1) % count;
                var (ax, ay, bx, by) = (ring[2 * i], ring[(2 * i) + 1], ring[2 * next], ring[(2 * next) + 1]);
                if (ay > by) (ax, ay, bx, by) = (bx, by, ax, ay);
                if (ay <= y && y < by && IsEastOrOn(ax, ay, bx, by, x, y)) inside = !inside;
            }
        }

        return inside;
    }

    private static bool IsEastOrOn(double ax, double ay, double bx, double by, double x, double y)
    {
        BigInteger[] n = Whole(ax, ay, bx, by, x, y);
        return ((n[4] - n[0]) * (n[3] - n[1])) - ((n[2] - n[0]) * (n[5] - n[1])) >= 0;
    }

    // Every double is a whole number times a power of two; all of them times the same power are whole.
    private static BigInteger[] Whole(params double[] values)
    {
        var parts = values.Select(Split).ToArray();
        var smallest = parts.Min(part => part.Exponent);
        return [.. parts.Select(part => part.Mantissa << (part.Exponent - smallest))];
    }

    private static (BigInteger Mantissa, int Exponent) Split(double value)
    {
        var bits = BitConverter.DoubleToInt64Bits(value);
        var exponent = (int)((bits >> 52) & 0x7FF);
        var mantissa = bits & 0xFFFFFFFFFFFFF;
        if (exponent > 0) mantissa |= 1L << 52;
        else exponent = 1;
        return (value < 0 ? -mantissa : mantissa, mantissa == 0 ? 0 : exponent - 1075);
    }
}
