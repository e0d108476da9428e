namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>The middle value; of an even number, the mean of the two in the middle.</summary>
internal static class Median
{
    /// <summary>The median.</summary>
    /// <param name="values">At least one, in any order.</param>
    public static double Of(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
