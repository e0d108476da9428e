using Genie.Geocoding;

namespace GameLicenseExample.Features.Signals;

/// <summary>
/// The mean of places, weighted by what is known of each (J. Blumenthal et al., "Weighted centroid localization in Zigbee-based sensor networks", 2007), with its
/// standard error from the weighted scatter and the effective number of observations (L. Kish, "Survey sampling", 1965).
/// </summary>
internal static class WeightedCentroid
{
    /// <summary>Below this no estimate is better, in metres: what a receiver's own position is off by.</summary>
    public const double ErrorFloorMetres = 5;

    /// <summary>The error of an estimate that rests on one observation: the range of a network, in metres.</summary>
    public const double RangeMetres = 100;

    private const double MetresPerDegree = 111_195;

    // Of the effective number over 1: levels differ by less, so this is only against a division by what rounding leaves.
    private const double MinimumExcess = 1e-12;

    /// <summary>The weight of a level: the root of the received power, which falls about as the distance does in free space.</summary>
    public static double WeightOf(double levelDbm) => Math.Pow(10, levelDbm / 20);

    /// <summary>The estimate from places with weights.</summary>
    /// <param name="places">At least one, near each other: a few kilometres at most.</param>
    public static Estimate Of(IReadOnlyList<(GeoPoint Place, double Weight)> places)
    {
        var origin = places[0].Place;
        var east = Math.Cos(double.DegreesToRadians(origin.Latitude)) * MetresPerDegree;
        var local = places.Select(each => (X: Math.IEEERemainder(each.Place.Longitude - origin.Longitude, 360) * east, Y: (each.Place.Latitude - origin.Latitude) * MetresPerDegree, each.Weight)).ToList();
        var weight = local.Sum(static each => each.Weight);
        var (x, y) = (local.Sum(static each => each.Weight * each.X) / weight, local.Sum(static each => each.Weight * each.Y) / weight);
        return new Estimate(origin.Latitude + (y / MetresPerDegree), origin.Longitude + (x / east), ErrorOf(local, x, y, weight), local.Count);
    }

    private static double ErrorOf(List<(double X, double Y, double Weight)> local, double x, double y, double weight)
    {
        // One has no scatter.
        if (local.Count == 1) return RangeMetres;
        var effective = weight * weight / local.Sum(static each => each.Weight * each.Weight);
        var variance = local.Sum(each => each.Weight * (((each.X - x) * (each.X - x)) + ((each.Y - y) * (each.Y - y)))) / weight;

        // With n observations the variance about their own mean is too small by n / (n - 1).
        return Math.Max(ErrorFloorMetres, Math.Sqrt(variance / Math.Max(effective - 1, MinimumExcess)));
    }
}
