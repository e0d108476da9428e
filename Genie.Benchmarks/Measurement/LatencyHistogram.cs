namespace Genie.Benchmarks.Measurement;

/// <summary>
/// Counts of latencies in nanoseconds, exact in three significant digits from 1 ns to 60 s. Mergeable; one writer at a
/// time (many writers at once: <see cref="LatencyRecorder"/>).
/// </summary>
internal sealed class LatencyHistogram
{
    private readonly long[] _counts = new long[HistogramLayout.Cells];

    /// <summary>Values recorded.</summary>
    public long Count { get; private set; }

    /// <summary>Exact sum of what was recorded, in nanoseconds.</summary>
    public long SumNanoseconds { get; private set; }

    /// <summary>Exact mean in nanoseconds; 0 if nothing was recorded.</summary>
    public double MeanNanoseconds => Count == 0 ? 0 : (double)SumNanoseconds / Count;

    /// <summary>The largest value, to three digits; 0 if nothing was recorded.</summary>
    public long MaxNanoseconds => ValueAtPercentile(100);

    /// <summary>Counts one value; below 0 counts as 0, above 60 s in the last cell.</summary>
    public void Record(long nanoseconds)
    {
        _counts[HistogramLayout.IndexOf(nanoseconds)]++;
        SumNanoseconds += nanoseconds;
        Count++;
    }

    /// <summary>Adds what another histogram counted.</summary>
    public void Add(LatencyHistogram other) => Add(other._counts, other.SumNanoseconds);

    /// <summary>Adds cells that others may be counting in at the same time.</summary>
    /// <param name="counts">A count a cell.</param>
    /// <param name="sumNanoseconds">The sum of what they counted.</param>
    public void Add(ReadOnlySpan<long> counts, long sumNanoseconds)
    {
        SumNanoseconds += sumNanoseconds;
        for (var i = 0; i < _counts.Length; i++)
        {
            var count = Volatile.Read(in counts[i]);
            _counts[i] += count;
            Count += count;
        }
    }

    /// <summary>Takes away what an earlier snapshot of the same recorder counted; the interval between the two remains.</summary>
    public void Subtract(LatencyHistogram earlier)
    {
        for (var i = 0; i < _counts.Length; i++) _counts[i] -= earlier._counts[i];
        SumNanoseconds -= earlier.SumNanoseconds;
        Count -= earlier.Count;
    }

    /// <summary>Resets it.</summary>
    public void Clear()
    {
        Array.Clear(_counts);
        SumNanoseconds = Count = 0;
    }

    /// <summary>The smallest value that at least <paramref name="percentile"/> percent of all do not exceed (nearest rank),
    /// as the upper end of its cell in nanoseconds; 0 if nothing was recorded.</summary>
    /// <param name="percentile">0 to 100.</param>
    public long ValueAtPercentile(double percentile)
    {
        if (Count == 0) return 0;
        ArgumentOutOfRangeException.ThrowIfLessThan(percentile, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(percentile, 100);

        // 99.9 / 100 * 1000 is a hair above 999 in binary; the rank is 999 all the same.
        var rank = Math.Max(1, (long)Math.Ceiling((percentile / 100 * Count) - 1e-6));
        long seen = 0;
        var index = -1;
        while (seen < rank) seen += _counts[++index];
        return HistogramLayout.HighestOf(index);
    }

    /// <summary>The cells that counted something, in rising order: upper end in nanoseconds and count.</summary>
    public IEnumerable<(long HighestNanoseconds, long Count)> NonEmptyCells()
    {
        for (var i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] != 0) yield return (HistogramLayout.HighestOf(i), _counts[i]);
        }
    }
}
