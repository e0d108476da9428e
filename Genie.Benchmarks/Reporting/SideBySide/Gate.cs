using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>
/// Says whether B is worse than A by more than a factor. The risk of a false alarm is shared out among all tests by
/// S. Holm's step-down ("A simple sequentially rejective multiple test procedure", 1979), so that it holds for the gate
/// as a whole and not for each of its tests.
/// </summary>
internal static class Gate
{
    /// <summary>The regressions shown, the surest first.</summary>
    /// <param name="results">What is compared.</param>
    /// <param name="ratio">The factor that is let through: 1.10 lets B take 10 % longer.</param>
    public static IReadOnlyList<Regression> Check(SideBySideResults results, double ratio)
    {
        var tests = results.Pairs.SelectMany(pair => pair.Measures.Select(measure => Test(pair.Pair, measure, ratio))).OrderBy(test => test.Probability).ToList();
        return [.. tests.TakeWhile((test, rank) => test.Probability <= (1 - results.Confidence) / (tests.Count - rank))];
    }

    /// <summary>What A could do and B cannot: rows that are invalid or have no figures any more.</summary>
    public static IReadOnlyList<string> FindBroken(SideBySideResults results) =>
    [
        .. results.Pairs.Where(pair => pair.Pair.A.Rows.All(row => row.Valid) && !pair.Pair.B.Rows.All(row => row.Valid))
            .Select(pair => $"{pair.Pair.Name}, {pair.Pair.ShapeB.Title}: {string.Join("; ", pair.Doubts)}"),
    ];

    /// <summary>Names of comparisons that could never fail for want of repetitions; a gate that cannot shut is none.</summary>
    public static IReadOnlyList<string> FindPowerless(SideBySideResults results) =>
    [
        .. results.Pairs.Where(pair => pair.Measures.Any(measure => !RepeatsNeeded.IsEnough(measure.A.Count, measure.B.Count, RiskOf(results))))
            .Select(pair => $"{pair.Pair.Name}: {pair.Pair.A.Rows.Count} and {pair.Pair.B.Rows.Count} repetitions"),
    ];

    /// <summary>Repetitions a side that let it shut.</summary>
    public static int RepeatsFor(SideBySideResults results) => RepeatsNeeded.For(RiskOf(results));

    private static double RiskOf(SideBySideResults results) => (1 - results.Confidence) / Math.Max(1, results.Tests);

    private static Regression Test(SeriesPair pair, MeasureComparison comparison, double ratio)
    {
        // Of throughput, less is worse: as times between requests, worse is more for every measure.
        double[] Times(IReadOnlyList<double> values, double factor) => [.. values.Select(value => factor * (comparison.Measure.HigherIsBetter ? 1 / value : value))];
        var test = MannWhitney.Test(Times(comparison.A, ratio), Times(comparison.B, 1));
        var worse = comparison.Measure.HigherIsBetter ? 1 / comparison.Ratio.Ratio : comparison.Ratio.Ratio;
        return new Regression(pair, comparison.Measure, worse, test.Greater);
    }
}
