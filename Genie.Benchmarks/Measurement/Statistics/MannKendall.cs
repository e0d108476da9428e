using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// The rank test of whether a series rises or falls over time (H. B. Mann, "Nonparametric tests against trend", 1945;
/// M. G. Kendall, "Rank Correlation Methods", 1975, with the correction for ties).
/// </summary>
/// <param name="S">Pairs that rise less pairs that fall.</param>
/// <param name="Probability">Of an S so far from 0 without any trend.</param>
internal readonly record struct MannKendall(long S, double Probability)
{
    /// <summary>Tests values in order of time; fewer than three show nothing.</summary>
    public static MannKendall Test(IReadOnlyList<double> values)
    {
        long s = 0;
        for (var i = 0; i < values.Count; i++)
        {
            for (var j = i + 1; j < values.Count; j++) s += Math.Sign(values[j] - values[i]);
        }

        var ties = values.GroupBy(value => value).Select(group => group.Count()).Where(size => size > 1);
        var variance = (Spread(values.Count) - ties.Sum(size => Spread(size))) / 18;
        return s == 0 || !(variance > 0) ? new MannKendall(s, 1) : new MannKendall(s, 2 * Normal.CDF(0, 1, -(Math.Abs(s) - 1) / Math.Sqrt(variance)));
    }

    private static double Spread(double size) => size * (size - 1) * ((2 * size) + 5);
}
