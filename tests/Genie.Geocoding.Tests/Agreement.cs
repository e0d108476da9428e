using Genie.Geocoding.Sampling;

namespace Genie.Geocoding.Tests;

/// <summary>
/// What another geocoder says of the built-in maps, beside the embedded one. They may differ only within a billionth of a degree
/// of a border, where others answer both sides, or compute with rounded pieces.
/// </summary>
/// <param name="Points">Points compared.</param>
/// <param name="Ties">Differences beside a border.</param>
/// <param name="Differences">Differences elsewhere.</param>
internal sealed record Agreement(int Points, int Ties, IReadOnlyList<string> Differences)
{
    private const double TieDegrees = 1e-9;

    /// <summary>Looks every point up in both.</summary>
    public static async Task<Agreement> CompareAsync(IReverseGeocoder other, IEnumerable<GeoPoint> points)
    {
        var (count, ties, differences) = (0, 0, new List<string>());
        foreach (var chunk in points.Chunk(2000))
        {
            var theirs = await Task.WhenAll(chunk.Select(point => other.LookUpAsync(point, CancellationToken.None).AsTask()));
            count += chunk.Length;
            for (var i = 0; i < chunk.Length; i++)
            {
                var ours = BuiltIn.Geocoder.LookUp(chunk[i]);
                if ((ours.County?.Code, ours.State?.Code, ours.Country?.Code) == (theirs[i].County?.Code, theirs[i].State?.Code, theirs[i].Country?.Code)) continue;
                if (IsBesideBorder(chunk[i])) ties++;
                else differences.Add($"{chunk[i]}: {ours.County?.Code} {ours.State?.Code} embedded, {theirs[i].County?.Code} {theirs[i].State?.Code} {other.Name}");
            }
        }

        return new Agreement(count, ties, differences);
    }

    /// <summary>A fifth each: the United States, the world, on and beside borders, the antimeridian and the poles, and near borders.</summary>
    public static IEnumerable<GeoPoint> Sample(int points, int seed)
    {
        var share = points / 5;
        var random = new Random(seed);
        var edges = HardPoints.Of(BuiltIn.Counties, share / 2, seed).Concat(HardPoints.Of(BuiltIn.States, share / 2, seed));
        var near = HardPoints.Of(BuiltIn.Counties, share / 2, seed + 1).Concat(HardPoints.Of(BuiltIn.States, share / 2, seed + 1));
        double Jitter() => (random.NextDouble() - 0.5) * Math.Pow(10, -1 - (7 * random.NextDouble()));
        return SamplePoints.Make("us", share, (ulong)seed)
            .Concat(SamplePoints.Make("world", share, (ulong)seed))
            .Concat(edges.Select(p => new GeoPoint(p.Y, p.X)))
            .Concat(near.Select(p => new GeoPoint(Math.Clamp(p.Y + Jitter(), -90, 90), p.X + Jitter())))
            .Concat(Enumerable.Range(0, share).Select(i => (i % 3) switch
            {
                0 => new GeoPoint((random.NextDouble() * 180) - 90, 180 + Jitter()),
                1 => new GeoPoint(-90 + Math.Abs(Jitter()), (random.NextDouble() * 360) - 180),
                _ => new GeoPoint(90 - Math.Abs(Jitter()), (random.NextDouble() * 360) - 180),
            }));
    }

    private static bool IsBesideBorder(GeoPoint point)
    {
        var longitude = Math.IEEERemainder(point.Longitude, 360);
        return BuiltIn.Counties.Areas.Concat(BuiltIn.States.Areas).SelectMany(area => area.Polygons).SelectMany(polygon => polygon.Rings).Any(ring => Distance(ring, longitude, point.Latitude) < TieDegrees);
    }

    private static double Distance(double[] ring, double x, double y)
    {
        var smallest = double.MaxValue;
        for (var i = 0; i < ring.Length; i += 2)
        {
            var next = (i + 2) % ring.Length;
            var (dx, dy) = (ring[next] - ring[i], ring[next + 1] - ring[i + 1]);
            var length = (dx * dx) + (dy * dy);
            var share = length == 0 ? 0 : Math.Clamp((((x - ring[i]) * dx) + ((y - ring[i + 1]) * dy)) / length, 0, 1);
            smallest = Math.Min(smallest, Math.Max(Math.Abs(ring[i] + (share * dx) - x), Math.Abs(ring[i + 1] + (share * dy) - y)));
        }

        return smallest;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Points:N0} points, {Ties:N0} ties, {Differences.Count} differences";
}
