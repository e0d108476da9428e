using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests.Import;

/// <summary>
/// What areas lie at a place, for shapes drawn on a sphere: each edge goes the short way round, and a meridian from the place to the North
/// Pole, which lies in no area, meets a polygon's edges an odd number of times. It cuts nothing and knows no shells.
/// </summary>
internal sealed class SphereOracle(IEnumerable<MapArea> areas)
{
    // West end, its latitude, degrees to the east end, that one's latitude.
    private readonly (string Code, (double X, double Y, double Width, double EndY)[] Edges)[] _polygons =
        [.. areas.SelectMany(area => area.Polygons.Select(polygon => (area.Code, polygon.Rings.SelectMany(EdgesOf).ToArray())))];

    public IReadOnlyList<string> Find(double x, double y) => [.. _polygons.Where(polygon => polygon.Edges.Count(edge => IsNorth(edge, x, y)) % 2 == 1).Select(polygon => polygon.Code).Distinct()];

    public bool IsNearBorder(double x, double y, double degrees) => _polygons.Any(polygon => polygon.Edges.Any(edge => Distance(edge, x, y) < degrees));

    private static IEnumerable<(double, double, double, double)> EdgesOf(double[] ring)
    {
        for (var (i, from) = (0, ring.Length - 2); i < ring.Length; (i, from) = (i + 2, i))
        {
            var width = Math.IEEERemainder(ring[i] - ring[from], 360);
            yield return width >= 0 ? (ring[from], ring[from + 1], width, ring[i + 1]) : (ring[i], ring[i + 1], -width, ring[from + 1]);
        }
    }

    private static bool IsNorth((double X, double Y, double Width, double EndY) edge, double x, double y)
    {
        var east = x - edge.X;
        if (east < 0) east += 360;
        if (east >= 360) east -= 360;
        return east < edge.Width && edge.Y + ((edge.EndY - edge.Y) * (east / edge.Width)) > y;
    }

    private static double Distance((double X, double Y, double Width, double EndY) edge, double x, double y)
    {
        var (east, north, rise) = (Math.IEEERemainder(x - edge.X - (edge.Width / 2), 360) + (edge.Width / 2), y - edge.Y, edge.EndY - edge.Y);
        var length = (edge.Width * edge.Width) + (rise * rise);
        var along = length == 0 ? 0 : Math.Clamp(((east * edge.Width) + (north * rise)) / length, 0, 1);
        return Math.Sqrt(Math.Pow(east - (along * edge.Width), 2) + Math.Pow(north - (along * rise), 2));
    }
}
