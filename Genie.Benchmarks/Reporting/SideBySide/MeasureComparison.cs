using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>One measure of two series, repetition by repetition.</summary>
internal sealed record MeasureComparison
{
    /// <summary>What is compared.</summary>
    public required Measure Measure { get; init; }

    /// <summary>A's values, one a repetition.</summary>
    public required IReadOnlyList<double> A { get; init; }

    /// <summary>B's values.</summary>
    public required IReadOnlyList<double> B { get; init; }

    /// <summary>B's over A's, with its interval.</summary>
    public required RatioEstimate Ratio { get; init; }

    /// <summary>The rank test.</summary>
    public required MannWhitney Test { get; init; }

    /// <summary>What it shows at the confidence of the whole comparison.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>How far the two are apart.</summary>
    public double Delta => CliffsDelta.Of(Test, A.Count, B.Count);

    /// <summary>Compares, where both sides have a value.</summary>
    /// <param name="measure">What.</param>
    /// <param name="pair">Of which series.</param>
    /// <param name="risk">The probability of a false alarm that is accepted for this one test.</param>
    public static MeasureComparison? Of(Measure measure, SeriesPair pair, double risk)
    {
        var (a, b) = (ValuesOf(pair.A), ValuesOf(pair.B));
        if (a.Length == 0 || b.Length == 0) return null;
        var (test, ratio) = (MannWhitney.Test(a, b), RatioEstimate.Of(a, b, 1 - risk));
        return new MeasureComparison { Measure = measure, A = a, B = b, Test = test, Ratio = ratio, Verdict = Judge(measure, test, ratio, risk) };

        double[] ValuesOf(Comparison.Series series) => [.. series.Rows.Select(measure.Of).Where(value => value > 0)];
    }

    private static Verdict Judge(Measure measure, MannWhitney test, RatioEstimate ratio, double risk)
    {
        if (!ratio.IsBounded) return Verdict.TooFewRepeats;
        if (test.TwoSided > risk) return Verdict.NoDifferenceShown;
        return test.Greater < test.Less == measure.HigherIsBetter ? Verdict.Better : Verdict.Worse;
    }
}
