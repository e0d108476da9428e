namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// How U is distributed if two samples come from the same source and hold no equal values: each order of the values is
/// then as likely as any other (H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is
/// stochastically larger than the other", 1947). The numbers of orders are the coefficients of the Gaussian binomial.
/// </summary>
internal sealed class RankSumDistribution
{
    /// <summary>The largest sample that is counted out; the numbers of orders are still exact in a double.</summary>
    public const int SizeMax = 25;

    private readonly double[] _below;

    /// <summary>The distribution for two sizes, neither above <see cref="SizeMax"/>.</summary>
    public RankSumDistribution(int first, int second)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(Math.Max(first, second), SizeMax);
        _below = CountOrders(first, second);
        var orders = _below.Sum();
        var sum = 0.0;
        for (var u = 0; u < _below.Length; u++) _below[u] = (sum += _below[u]) / orders;
    }

    /// <summary>The probability of at most <paramref name="u"/>; 0 below 0.</summary>
    public double AtMost(int u) => u < 0 ? 0 : _below[Math.Min(u, _below.Length - 1)];

    // The product over i of (1 - q^(second + i)) / (1 - q^i), term by term, as a polynomial in q.
    private static double[] CountOrders(int first, int second)
    {
        var counts = new double[(first * second) + 1];
        counts[0] = 1;
        for (var i = 1; i <= first; i++)
        {
            for (var u = counts.Length - 1; u >= second + i; u--) counts[u] -= counts[u - second - i];
            for (var u = i; u < counts.Length; u++) counts[u] += counts[u - i];
        }

        return counts;
    }
}
