using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests;

/// <summary>Places that a careless index answers wrong: on vertices, on edges, and a few doubles beside them.</summary>
internal static class HardPoints
{
    private static readonly int[] Steps = [0, 1, -1, 2, -3, 1000, -1000];

    /// <summary>Picks about <paramref name="count"/> places by a seed.</summary>
    public static IEnumerable<(double X, double Y)> Of(MapLayer layer, int count, int seed)
    {
        var random = new Random(seed);
        var rings = layer.Areas.SelectMany(area => area.Polygons).SelectMany(polygon => polygon.Rings).ToArray();
        for (var i = 0; i < count; i++)
        {
            var ring = rings[random.Next(rings.Length)];
            var vertex = random.Next((ring.Length / 2) - 1);
            var (ax, ay, bx, by) = (ring[2 * vertex], ring[(2 * vertex) + 1], ring[(2 * vertex) + 2], ring[(2 * vertex) + 3]);
            var share = random.Next(4) switch { 0 => 0.0, 1 => 0.5, _ => random.NextDouble() };
            var (x, y) = (ax + (share * (bx - ax)), ay + (share * (by - ay)));
            yield return (Step(x, Steps[random.Next(Steps.Length)]), Step(y, Steps[random.Next(Steps.Length)]));
        }
    }

    /// <summary>The double so many places up or down.</summary>
    public static double Step(double value, int steps)
    {
        for (; steps > 0; steps--) value = Math.BitIncrement(value);
        for (; steps < 0; steps++) value = Math.BitDecrement(value);
        return value;
    }
}
