using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// By what factor B's values differ from A's: the Hodges-Lehmann estimate on logarithms, that is the median of all ratios
/// b / a, with the interval of those factors that the rank test would not refuse (J. L. Hodges, E. L. Lehmann, "Estimates
/// of location based on rank tests", 1963; interval: L. E. Moses, in Hollander and Wolfe, "Nonparametric Statistical
/// Methods", 4.3).
/// </summary>
/// <param name="Ratio">The estimate; 1 for no difference.</param>
/// <param name="Low">The interval's low end; 0 if so few values bound nothing.</param>
/// <param name="High">The interval's high end; infinite if so few values bound nothing.</param>
internal readonly record struct RatioEstimate(double Ratio, double Low, double High)
{
    /// <summary>False where there are too few values for any interval at that confidence.</summary>
    public bool IsBounded => Low > 0 && double.IsFinite(High);

    /// <summary>Estimates from values above 0.</summary>
    /// <param name="a">A's values.</param>
    /// <param name="b">B's values.</param>
    /// <param name="confidence">How often such an interval holds the true factor: 0.95.</param>
    public static RatioEstimate Of(IReadOnlyList<double> a, IReadOnlyList<double> b, double confidence)
    {
        var ratios = b.SelectMany(y => a.Select(x => y / x)).Order().ToArray();
        var left = LeftOut(a.Count, b.Count, (1 - confidence) / 2);
        return new RatioEstimate(Median(ratios), left == 0 ? 0 : ratios[left - 1], left == 0 ? double.PositiveInfinity : ratios[^left]);
    }

    /// <summary>The median; of an even number of values, the geometric mean of the two in the middle, so that swapping A and
    /// B turns a ratio into its inverse.</summary>
    private static double Median(double[] sorted) => Math.Sqrt(sorted[(sorted.Length - 1) / 2] * sorted[sorted.Length / 2]);

    /// <summary>The number of the ratio that ends the interval, counted from either end; 0 if there is none.</summary>
    private static int LeftOut(int sizeA, int sizeB, double risk)
    {
        if (Math.Max(sizeA, sizeB) > RankSumDistribution.SizeMax)
        {
            var deviation = Math.Sqrt((double)sizeA * sizeB * (sizeA + sizeB + 1) / 12);
            return Math.Max(0, (int)Math.Floor((sizeA * sizeB / 2.0) + (Normal.InvCDF(0, 1, risk) * deviation)));
        }

        var distribution = new RankSumDistribution(sizeA, sizeB);
        var count = 0;
        while (distribution.AtMost(count) <= risk) count++;
        return count;
    }
}
