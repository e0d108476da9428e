namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Takes places out of outlines that have more than a picture on a screen needs.</summary>
internal static class OutlineThinning
{
    private const double FinestDegrees = 0.0005;
    private const int RingPlacesMin = 3;

    /// <summary>The rings with places left out that lie near to the one before; rings that are too small for what is left are left out whole.</summary>
    /// <param name="rings">Longitude, latitude, longitude, latitude… in degrees.</param>
    /// <param name="placesMax">The most places that are left.</param>
    public static IReadOnlyList<double[]> Thin(IReadOnlyList<double[]> rings, int placesMax)
    {
        var thinned = rings;
        for (var apart = FinestDegrees; thinned.Sum(ring => ring.Length) > 2 * placesMax; apart *= 2)
            thinned = [.. rings.Select(ring => Thin(ring, apart)).Where(ring => ring.Length >= 2 * RingPlacesMin)];
        return thinned;
    }

    private static double[] Thin(double[] ring, double apart)
    {
        var kept = new List<double>();
        for (var i = 0; i + 1 < ring.Length; i += 2)
        {
            if (kept.Count > 0 && Math.Abs(ring[i] - kept[^2]) < apart && Math.Abs(ring[i + 1] - kept[^1]) < apart) continue;
            kept.Add(ring[i]);
            kept.Add(ring[i + 1]);
        }

        return [.. kept];
    }
}
