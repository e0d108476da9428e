namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>How results are compared.</summary>
internal sealed record SideBySideOptions
{
    /// <summary>How sure all verdicts together must be.</summary>
    public double Confidence { get; init; } = 0.95;

    /// <summary>What is compared.</summary>
    public IReadOnlyList<Measure> Measures { get; init; } = [.. Measure.All.Take(3)];

    /// <summary>Of the bootstrap's draws.</summary>
    public int Seed { get; init; } = 1;
}
