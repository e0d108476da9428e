using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>Ranks that claim no more than was measured: what cannot be told apart from the first of a rank shares it, and the next rank counts those before it (1, 1, 3).</summary>
internal static class Ranks
{
    /// <summary>The rank of each, from 1.</summary>
    /// <param name="intervals">Their intervals, the best median first. One without an interval ties with nothing but its like.</param>
    public static IReadOnlyList<int> Of(IReadOnlyList<MedianInterval> intervals)
    {
        var ranks = new int[intervals.Count];
        for (var (i, first) = (0, 0); i < ranks.Length; i++)
        {
            if (!intervals[i].Overlaps(intervals[first])) first = i;
            ranks[i] = first + 1;
        }

        return ranks;
    }
}
