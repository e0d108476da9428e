namespace Genie.Geocoding.Sampling;

/// <summary>
/// Random points, uniform on the sphere within a box of coordinates, the same ones for the same seed everywhere: xorshift64*
/// (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016), two draws a point.
/// </summary>
public static class SamplePoints
{
    private const ulong Golden = 0x9E3779B97F4A7C15;
    private const int HashedPoints = 100_000;

    /// <summary>Makes points of an area: <c>us</c> (the contiguous United States' box) or <c>world</c>.</summary>
    public static GeoPoint[] Make(string area, int count, ulong seed)
    {
        var (south, north, west, east) = area switch
        {
            "us" => (24.5, 49.5, -125.0, -66.5),
            "world" => (-90.0, 90.0, -180.0, 180.0),
            _ => throw new ArgumentException($"The area '{area}' is unknown. Known: us, world.", nameof(area)),
        };
        var state = unchecked(seed * Golden);
        if (state == 0) state = Golden;
        var (sineSouth, sineNorth) = (Math.Sin(south * (Math.PI / 180)), Math.Sin(north * (Math.PI / 180)));
        var points = new GeoPoint[count];
        for (var i = 0; i < count; i++)
        {
            var latitude = Math.Asin(sineSouth + (NextUnit(ref state) * (sineNorth - sineSouth))) * (180 / Math.PI);
            points[i] = new GeoPoint(latitude, west + (NextUnit(ref state) * (east - west)));
        }

        return points;
    }

    /// <summary>FNV-1a over the first 100,000 points in millionths of a degree, so that the last bit of a sine does not matter.</summary>
    public static string HashOf(ReadOnlySpan<GeoPoint> points)
    {
        var hash = new Fnv64();
        foreach (var point in points[..Math.Min(points.Length, HashedPoints)])
        {
            hash.Add(Millionths(point.Latitude));
            hash.Add(Millionths(point.Longitude));
        }

        return hash.ToString();
    }

    /// <summary>FNV-1a over the codes that the first 100,000 points are answered with, each with a line feed.</summary>
    public static string HashOf(IEnumerable<string?> codes)
    {
        var hash = new Fnv64();
        foreach (var code in codes.Take(HashedPoints)) hash.Add((code ?? "") + "\n");
        return hash.ToString();
    }

    // Halves away from zero, as C and Rust round.
    private static int Millionths(double degrees) => (int)Math.Round(degrees * 1e6, MidpointRounding.AwayFromZero);

    private static double NextUnit(ref ulong state)
    {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return (unchecked(state * 0x2545F4914F6CDD1D) >> 11) / (double)(1UL << 53);
    }
}
