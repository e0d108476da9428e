using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// The interval of a percentile over several repetitions, by drawing the measurement again and again: first repetitions
/// with replacement, whose histograms are merged, then the requests in them (B. Efron, 1979; in two stages: A. C. Davison,
/// D. V. Hinkley, "Bootstrap Methods and their Application", 1997, 3.8). Requests are not drawn one by one: the rank that
/// a percentile of such a draw has in the original is distributed as Beta, which gives the same and costs one number.
/// </summary>
internal sealed class TailBootstrap
{
    private const int Draws = 2_000;
    private readonly long[] _values;
    private readonly long[][] _cumulated;
    private readonly Random _random;
    private readonly int[] _drawn;

    /// <summary>Prepares the draws.</summary>
    /// <param name="repetitions">A histogram each; none of them empty.</param>
    /// <param name="seed">The same seed, the same interval.</param>
    public TailBootstrap(IReadOnlyList<LatencyHistogram> repetitions, int seed)
    {
        var cells = repetitions.Select(histogram => histogram.NonEmptyCells().ToDictionary(cell => cell.HighestNanoseconds, cell => cell.Count)).ToArray();
        _values = [.. cells.SelectMany(repetition => repetition.Keys).Distinct().Order()];
        _cumulated = [.. cells.Select(repetition => Cumulate(repetition, _values))];
        _random = new Random(seed);
        _drawn = new int[repetitions.Count];
    }

    /// <summary>The percentile of all repetitions together and its interval, in nanoseconds.</summary>
    /// <param name="percentile">0 to 100, both excluded.</param>
    /// <param name="confidence">How sure: 0.95.</param>
    public TailInterval Estimate(double percentile, double confidence)
    {
        for (var i = 0; i < _drawn.Length; i++) _drawn[i] = i;
        var share = percentile / 100;
        var estimate = ValueAt(share);
        var draws = new long[Draws];
        for (var i = 0; i < Draws; i++) draws[i] = Draw(share);
        Array.Sort(draws);
        var outside = (int)((1 - confidence) / 2 * Draws);
        return new TailInterval(estimate, draws[outside], draws[^(outside + 1)]);
    }

    private long Draw(double share)
    {
        for (var i = 0; i < _drawn.Length; i++) _drawn[i] = _random.Next(_cumulated.Length);
        var requests = Count();
        var rank = Math.Clamp(Math.Ceiling((share * requests) - 1e-6), 1, requests);
        return ValueAt(Beta.Sample(_random, rank, requests - rank + 1));
    }

    private long Count() => _drawn.Sum(repetition => _cumulated[repetition][^1]);

    private long ValueAt(double share)
    {
        var rank = Math.Max(1, (long)Math.Ceiling((share * Count()) - 1e-6));
        var (low, high) = (0, _values.Length - 1);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (CountUpTo(middle) >= rank) high = middle;
            else low = middle + 1;
        }

        return _values[low];
    }

    private long CountUpTo(int cell)
    {
        long count = 0;
        foreach (var repetition in _drawn) count += _cumulated[repetition][cell];
        return count;
    }

    private static long[] Cumulate(Dictionary<long, long> cells, long[] values)
    {
        var cumulated = new long[values.Length];
        long sum = 0;
        for (var i = 0; i < values.Length; i++) cumulated[i] = sum += cells.GetValueOrDefault(values[i]);
        return cumulated;
    }
}

/// <summary>A percentile with its interval.</summary>
/// <param name="Nanoseconds">The percentile of what was measured.</param>
/// <param name="LowNanoseconds">The interval's low end.</param>
/// <param name="HighNanoseconds">The interval's high end.</param>
internal readonly record struct TailInterval(long Nanoseconds, long LowNanoseconds, long HighNanoseconds)
{
    /// <summary>True if another's interval has no value in common with this one.</summary>
    public bool IsApartFrom(TailInterval other) => HighNanoseconds < other.LowNanoseconds || LowNanoseconds > other.HighNanoseconds;
}
