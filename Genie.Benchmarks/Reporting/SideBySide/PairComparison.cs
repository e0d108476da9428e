using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>All that is said of one pair.</summary>
/// <param name="Pair">What is compared.</param>
/// <param name="Measures">Repetition by repetition.</param>
/// <param name="Tails">All repetitions together.</param>
internal sealed record PairComparison(SeriesPair Pair, IReadOnlyList<MeasureComparison> Measures, IReadOnlyList<TailComparison> Tails)
{
    /// <summary>Why figures of A or B should not be believed; empty if they may.</summary>
    public IReadOnlyList<string> Doubts => [.. DoubtsOf("A", Pair.A), .. DoubtsOf("B", Pair.B)];

    private static IEnumerable<string> DoubtsOf(string side, Series series)
    {
        var invalid = series.Rows.Count(row => !row.Valid);
        if (invalid > 0) yield return $"{side}: {invalid} of {series.Rows.Count} repetitions are invalid: {string.Join("; ", series.Reasons)}";
    }
}
