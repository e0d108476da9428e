using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>A tail percentile of all repetitions of two series, with its bootstrap intervals.</summary>
/// <param name="Percentile">99, say.</param>
/// <param name="A">A's.</param>
/// <param name="B">B's.</param>
internal sealed record TailComparison(double Percentile, TailInterval A, TailInterval B)
{
    private static readonly double[] Percentiles = [90, 99, 99.9];

    /// <summary>The comparisons, or none where a file holds no histograms.</summary>
    /// <param name="pair">What is compared.</param>
    /// <param name="confidence">Of each interval.</param>
    /// <param name="seed">Of the draws.</param>
    public static IReadOnlyList<TailComparison> Of(SeriesPair pair, double confidence, int seed)
    {
        var (a, b) = (HistogramsOf(pair.A), HistogramsOf(pair.B));
        if (a.Count == 0 || b.Count == 0) return [];
        var (drawsA, drawsB) = (new TailBootstrap(a, seed), new TailBootstrap(b, seed));
        return [.. Percentiles.Select(percentile => new TailComparison(percentile, drawsA.Estimate(percentile, confidence), drawsB.Estimate(percentile, confidence)))];
    }

    private static List<LatencyHistogram> HistogramsOf(Series series) =>
        [.. series.Rows.Where(row => !string.IsNullOrEmpty(row.LatencyHistogram)).Select(row => HistogramText.Read(row.LatencyHistogram!))];
}
