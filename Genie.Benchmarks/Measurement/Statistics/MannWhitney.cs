using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// The rank test of whether one of two samples tends to be larger (Mann and Whitney, 1947). It asks nothing of how the
/// values are distributed: repetitions of a benchmark seldom follow a bell.
/// </summary>
/// <param name="U">Pairs of values in which B's is the larger; equal ones count half.</param>
/// <param name="Greater">The probability of at least that if there is no difference: small if B tends to be larger.</param>
/// <param name="Less">The probability of at most that: small if B tends to be smaller.</param>
/// <param name="IsExact">False for the normal approximation.</param>
internal readonly record struct MannWhitney(double U, double Greater, double Less, bool IsExact)
{
    /// <summary>The probability of a U so far from the middle, to either side.</summary>
    public double TwoSided => Math.Min(1, 2 * Math.Min(Greater, Less));

    /// <summary>Compares samples, which must not be empty. Exact up to <see cref="RankSumDistribution.SizeMax"/> values a
    /// side without equal ones; else normal, corrected for ties and continuity (E. L. Lehmann, "Nonparametrics", 1975, 1.3 and 1.5).</summary>
    public static MannWhitney Test(IReadOnlyList<double> a, IReadOnlyList<double> b)
    {
        var u = b.Sum(y => a.Sum(x => y > x ? 1 : y == x ? 0.5 : 0));
        var ties = a.Concat(b).GroupBy(value => value).Select(group => (double)group.Count()).Where(size => size > 1).ToList();
        return ties.Count == 0 && Math.Max(a.Count, b.Count) <= RankSumDistribution.SizeMax ? Exact(u, a.Count, b.Count) : Approximate(u, a.Count, b.Count, ties);
    }

    private static MannWhitney Exact(double u, int sizeA, int sizeB)
    {
        var distribution = new RankSumDistribution(sizeA, sizeB);
        return new MannWhitney(u, 1 - distribution.AtMost((int)u - 1), distribution.AtMost((int)u), true);
    }

    private static MannWhitney Approximate(double u, double sizeA, double sizeB, IEnumerable<double> ties)
    {
        var size = sizeA + sizeB;
        var tied = ties.Sum(t => (t * t * t) - t) / (size * (size - 1));
        var deviation = Math.Sqrt(sizeA * sizeB / 12 * (size + 1 - tied));

        // All values are equal: nothing speaks for either side.
        if (!(deviation > 0)) return new MannWhitney(u, 1, 1, false);
        var distance = u - (sizeA * sizeB / 2);
        return new MannWhitney(u, Normal.CDF(0, 1, -(distance - 0.5) / deviation), Normal.CDF(0, 1, (distance + 0.5) / deviation), false);
    }
}
