using Genie.Geocoding;

namespace GameLicenseExample.Features.Signals;

/// <summary>
/// An estimate of the observations that can be of one place: those of the newest one's cluster, by chains of distances that a transmitter that stands still is heard over (single linkage: R. Sibson, "SLINK", 1973;
/// as DBSCAN with one point a core: M. Ester et al., 1996). Others tell that it moved, or that somebody errs. The error of an uncertain one is the weighted root mean square distance of all
/// observations from the estimate.
/// </summary>
internal static class SignalCluster
{
    /// <summary>Two observations of one place are no farther from each other, or there is a third one between them; metres. Outdoors Wi-Fi reaches some 250 m.</summary>
    public const double LinkMetres = 500;

    /// <summary>The estimate.</summary>
    /// <param name="observed">At least one, with weights; the newest last.</param>
    public static Estimate EstimateOf(IReadOnlyList<(GeoPoint Place, double Weight)> observed)
    {
        var isNear = LinkedTo(observed, observed.Count - 1);
        var estimate = WeightedCentroid.Of([.. observed.Where((_, i) => isNear[i])]);
        var elsewhere = observed.Count - estimate.Observations;
        if (elsewhere == 0) return estimate;

        // Who moved is heard there no more: at least twice, one after the other, in the new place.
        var hasMoved = estimate.Observations > 1 && Enumerable.Range(observed.Count - estimate.Observations, estimate.Observations).All(i => isNear[i]);
        if (hasMoved) return estimate with { Elsewhere = elsewhere, Status = "moved" };
        return estimate with { Elsewhere = elsewhere, Status = "uncertain", ErrorMetres = Math.Max(estimate.ErrorMetres, SpreadOf(observed, estimate)) };
    }

    private static double SpreadOf(IReadOnlyList<(GeoPoint Place, double Weight)> observed, Estimate from)
    {
        var squares = observed.Sum(each => each.Weight * Math.Pow(Metres(each.Place, new GeoPoint(from.Latitude, from.Longitude)), 2));
        return Math.Sqrt(squares / observed.Sum(static each => each.Weight));
    }

    private static bool[] LinkedTo(IReadOnlyList<(GeoPoint Place, double Weight)> observed, int start)
    {
        var isLinked = new bool[observed.Count];
        isLinked[start] = true;
        var open = new Stack<int>([start]);
        while (open.TryPop(out var from))
        {
            for (var i = 0; i < observed.Count; i++)
            {
                if (isLinked[i] || Metres(observed[from].Place, observed[i].Place) > LinkMetres) continue;
                isLinked[i] = true;
                open.Push(i);
            }
        }

        return isLinked;
    }

    // By the haversine, which is right for small distances too.
    private static double Metres(GeoPoint a, GeoPoint b)
    {
        const double EarthRadiusMetres = 6_371_008.8;
        var (latitude, otherLatitude) = (double.DegreesToRadians(a.Latitude), double.DegreesToRadians(b.Latitude));
        var (north, east) = (Math.Sin((otherLatitude - latitude) / 2), Math.Sin(double.DegreesToRadians(b.Longitude - a.Longitude) / 2));
        return 2 * EarthRadiusMetres * Math.Asin(Math.Sqrt(Math.Min(1, (north * north) + (Math.Cos(latitude) * Math.Cos(otherLatitude) * east * east))));
    }
}
