using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// The median of repetitions with an interval that asks nothing of their distribution: two of the values themselves, between which the true median
/// lies as often as the binomial distribution says (H. A. David, "Order Statistics", 2.5).
/// </summary>
/// <param name="Median">The median.</param>
/// <param name="Low">The interval's low end.</param>
/// <param name="High">The interval's high end.</param>
/// <param name="Confidence">How often such an interval holds the true median; 0 for a single value, which bounds nothing.</param>
internal readonly record struct MedianInterval(double Median, double Low, double High, double Confidence)
{
    private const double Wanted = 0.95;

    /// <summary>The narrowest interval of at least 95 %; with fewer than six values, all of them, which is less.</summary>
    public static MedianInterval Of(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        var n = sorted.Length;
        var (left, confidence) = (0, Covers(0, n));
        while (2 * (left + 1) < n - 1 && Covers(left + 1, n) >= Wanted) confidence = Covers(++left, n);
        return new MedianInterval(sorted.Median(), sorted[left], sorted[n - 1 - left], n == 1 ? 0 : confidence);
    }

    /// <summary>How far the interval's farther end is from the median, as a share of it; null where there is none.</summary>
    public double? Spread => Confidence == 0 || Median == 0 ? null : Math.Max(High - Median, Median - Low) / Median;

    /// <summary>True if the two medians may be the same, as far as the intervals tell.</summary>
    public bool Overlaps(MedianInterval other) => Low <= other.High && other.Low <= High;

    /// <summary>How often the interval that leaves out so many values at either end holds the median: 1 - 2 P(X ≤ left), X ~ B(n, 1/2).</summary>
    private static double Covers(int left, int n)
    {
        var (sum, term) = (0.0, Math.Pow(0.5, n));
        for (var i = 0; i <= left; i++)
        {
            sum += term;
            term *= (double)(n - i) / (i + 1);
        }

        return 1 - (2 * sum);
    }
}
