namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// Where a sequence changes: E-divisive (D. S. Matteson, N. A. James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
/// Data", 2014, 3.1 to 3.3), which asks nothing of how the values are distributed. It divides the sequence where the energy distance between both sides
/// is largest, and each part again, as long as a permutation test finds that distance larger than chance would have it.
/// </summary>
internal static class EDivisive
{
    /// <summary>Values that each part has at least: what two runs share may be those two runs' alone.</summary>
    public const int PartMin = 3;

    // A test whose outcome is clear ends early (J. Besag, P. Clifford, "Sequential Monte Carlo p-values", 1991).
    private const int ExceedancesMax = 10;

    /// <summary>The indices at which something new begins, in rising order.</summary>
    /// <param name="values">The sequence.</param>
    /// <param name="risk">The probability of a false alarm that is accepted for each division.</param>
    /// <param name="seed">Of the permutations.</param>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> values, double risk, int seed)
    {
        List<int> bounds = [0, values.Count];
        var sequence = values.ToArray();
        var random = new Random(seed);
        while (BestOf(sequence, bounds) is { Distance: > 0 } best && IsBeyondChance(sequence, bounds, best.Distance, risk, random))
        {
            bounds.Add(best.Index);
            bounds.Sort();
        }

        return [.. bounds.Skip(1).SkipLast(1)];
    }

    private static bool IsBeyondChance(double[] values, List<int> bounds, double distance, double risk, Random random)
    {
        var permutations = (int)Math.Ceiling(2 / risk);
        var shuffled = values.ToArray();
        var exceedances = 0;
        for (var made = 1; made <= permutations; made++)
        {
            for (var part = 1; part < bounds.Count; part++) random.Shuffle(shuffled.AsSpan(bounds[part - 1]..bounds[part]));
            if (BestOf(shuffled, bounds).Distance < distance) continue;
            if (++exceedances == ExceedancesMax && exceedances / (double)made > risk) return false;
        }

        return (exceedances + 1.0) / (permutations + 1) <= risk;
    }

    private static (int Index, double Distance) BestOf(double[] values, List<int> bounds)
    {
        (int Index, double Distance) best = (0, 0);
        for (var part = 1; part < bounds.Count; part++)
        {
            var found = BestOf(values.AsSpan(bounds[part - 1]..bounds[part]));
            if (found.Distance > best.Distance) best = (bounds[part - 1] + found.Index, found.Distance);
        }

        return best;
    }

    /// <summary>The division of a part, into what is before an index and what is between it and a later one, whose sides are furthest apart.</summary>
    private static (int Index, double Distance) BestOf(ReadOnlySpan<double> part)
    {
        (int Index, double Distance) best = (0, 0);
        if (part.Length < 2 * PartMin) return best;
        var sums = PrefixSums(part);
        var withinLeft = 0.0;
        for (var index = 1; index <= part.Length - PartMin; index++)
        {
            withinLeft += sums[index - 1, index - 1];
            if (index < PartMin) continue;
            var (between, withinRight) = (0.0, 0.0);
            for (var last = index; last < part.Length; last++)
            {
                between += sums[last, index];
                withinRight += sums[last, last] - sums[last, index];
                var size = last - index + 1;
                if (size < PartMin) continue;
                var distance = Distance(between, withinLeft, withinRight, index, size);
                if (distance > best.Distance) best = (index, distance);
            }
        }

        return best;
    }

    /// <summary>The paper's equations (4) and (5), with an exponent of 1.</summary>
    private static double Distance(double between, double withinLeft, double withinRight, double left, double right)
    {
        var energy = (2 * between / (left * right)) - (2 * withinLeft / (left * (left - 1))) - (2 * withinRight / (right * (right - 1)));
        return left * right / (left + right) * energy;
    }

    /// <summary>At [j, i] the distances of value j to the first i values.</summary>
    private static double[,] PrefixSums(ReadOnlySpan<double> part)
    {
        var sums = new double[part.Length, part.Length + 1];
        for (var j = 0; j < part.Length; j++)
        {
            for (var i = 0; i < part.Length; i++) sums[j, i + 1] = sums[j, i] + Math.Abs(part[j] - part[i]);
        }

        return sums;
    }
}
