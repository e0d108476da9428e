using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>Two results compared: the content of the side-by-side report.</summary>
internal sealed record SideBySideResults
{
    /// <summary>What A is: a file or a configuration.</summary>
    public required string NameA { get; init; }

    /// <summary>What B is.</summary>
    public required string NameB { get; init; }

    /// <summary>A's results.</summary>
    public required BenchResults A { get; init; }

    /// <summary>B's results.</summary>
    public required BenchResults B { get; init; }

    /// <summary>How sure all verdicts together are.</summary>
    public required double Confidence { get; init; }

    /// <summary>The comparisons.</summary>
    public required IReadOnlyList<PairComparison> Pairs { get; init; }

    /// <summary>What only A has.</summary>
    public required IReadOnlyList<string> OnlyInA { get; init; }

    /// <summary>What only B has.</summary>
    public required IReadOnlyList<string> OnlyInB { get; init; }

    /// <summary>How many tests share the risk of a false alarm.</summary>
    public int Tests => Pairs.Sum(pair => pair.Measures.Count);

    /// <summary>Repetitions a side below which nothing could be shown.</summary>
    public int RepeatsNeeded => Measurement.Statistics.RepeatsNeeded.For((1 - Confidence) / Math.Max(1, Tests) / 2);

    /// <summary>Compares.</summary>
    /// <param name="a">A, with what to call it.</param>
    /// <param name="b">B, with what to call it.</param>
    /// <param name="options">How.</param>
    public static SideBySideResults Of((string Name, BenchResults Results) a, (string Name, BenchResults Results) b, SideBySideOptions options)
    {
        var (pairs, onlyInA, onlyInB) = SeriesPairing.Of(a.Results, b.Results);

        // Shared out evenly (C. Bonferroni): then the intervals and the verdicts say the same.
        var risk = (1 - options.Confidence) / Math.Max(1, pairs.Count * options.Measures.Count);
        return new SideBySideResults
        {
            NameA = a.Name,
            A = a.Results,
            NameB = b.Name,
            B = b.Results,
            Confidence = options.Confidence,
            OnlyInA = onlyInA,
            OnlyInB = onlyInB,
            Pairs = [.. pairs.Select(pair => new PairComparison(
                pair,
                [.. options.Measures.Select(measure => MeasureComparison.Of(measure, pair, risk)).OfType<MeasureComparison>()],
                TailComparison.Of(pair, options.Confidence, options.Seed)))],
        };
    }
}
