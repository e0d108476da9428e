using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// How large a change must be for one more value to show it beside those that are there: 5 % risk of a false alarm to both sides, 80 % chance to see
/// it, for values that are normal on a logarithmic scale (J. Cohen, "Statistical Power Analysis for the Behavioral Sciences", 2.4).
/// </summary>
internal static class SmallestChange
{
    private const double RiskAndPower = 1.96 + 0.84;

    /// <summary>As a share: 0.05 for 5 %. Null with fewer than three values, which say nothing of how they vary.</summary>
    /// <param name="values">Values above 0.</param>
    public static double? Of(IReadOnlyList<double> values)
    {
        if (values.Count < 3) return null;
        var deviation = values.Select(value => Math.Log(value)).StandardDeviation();
        return Math.Exp(RiskAndPower * deviation * Math.Sqrt(1 + (1.0 / values.Count))) - 1;
    }
}
