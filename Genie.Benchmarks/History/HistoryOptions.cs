using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.History;

/// <summary>How changes are looked for.</summary>
internal sealed record HistoryOptions
{
    /// <summary>What is looked at.</summary>
    public IReadOnlyList<Measure> Measures { get; init; } = [.. Measure.All.Where(measure => measure.Name is "throughput" or "p99")];

    /// <summary>How sure all changes together must be.</summary>
    public double Confidence { get; init; } = 0.95;

    /// <summary>Smaller changes, as a share, are left out.</summary>
    public double ChangeMin { get; init; } = 0.03;

    /// <summary>How many measurements of each series are looked at, the newest.</summary>
    public int RunsMax { get; init; } = 100;

    /// <summary>Of the permutations.</summary>
    public int Seed { get; init; } = 1;
}
