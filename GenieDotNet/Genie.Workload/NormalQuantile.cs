namespace Genie.Workload;

/// <summary>Quantiles of the standard normal distribution.</summary>
internal static class NormalQuantile
{
    private const int Halvings = 60;
    private const double Farthest = 9;

    /// <summary>The value below which a share of the distribution lies, by bisection of its distribution function.</summary>
    /// <param name="share">Above 0 and below 1.</param>
    public static double Of(double share)
    {
        var (below, above) = (-Farthest, Farthest);
        for (var i = 0; i < Halvings; i++)
        {
            var middle = (below + above) / 2;
            if (Distribution(middle) < share) below = middle;
            else above = middle;
        }

        return (below + above) / 2;
    }

    // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17: an error below 7.5e-8.
    private static double Distribution(double value)
    {
        if (value < 0) return 1 - Distribution(-value);
        var t = 1 / (1 + (0.2316419 * value));
        var tail = Math.Exp(-value * value / 2) / Math.Sqrt(2 * Math.PI)
            * t * (0.319381530 + (t * (-0.356563782 + (t * (1.781477937 + (t * (-1.821255978 + (t * 1.330274429))))))));
        return 1 - tail;
    }
}
