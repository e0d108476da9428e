using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.SideBySide;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.History;

/// <summary>What one measurement says of a series.</summary>
/// <param name="Started">When it began.</param>
/// <param name="Source">The checkout it was made in, or null.</param>
/// <param name="Rows">The valid repetitions; one at least.</param>
internal sealed record HistoryPoint(DateTimeOffset Started, SourceFacts? Source, IReadOnlyList<RunRow> Rows)
{
    private const int CommitDigits = 8;

    /// <summary>The median of the repetitions; 0 where it was not measured.</summary>
    public double Of(Measure measure)
    {
        var values = Rows.Select(measure.Of).Where(value => value > 0).ToArray();
        return values.Length == 0 ? 0 : values.Median();
    }

    /// <summary>When, and at which commit: <c>2026-11-24 0123abcd</c>; with a plus sign where files had changed.</summary>
    public string Name => $"{Started.UtcDateTime:yyyy-MM-dd}{(Source is { Commit.Length: > 0 } source ? $" {source.Commit[..Math.Min(CommitDigits, source.Commit.Length)]}{(source.Modified ? "+" : "")}" : "")}";
}
