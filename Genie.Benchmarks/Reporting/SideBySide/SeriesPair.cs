using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>What of A is compared with what of B.</summary>
/// <param name="ShapeA">A's load.</param>
/// <param name="A">A's repetitions.</param>
/// <param name="ShapeB">B's load.</param>
/// <param name="B">B's repetitions.</param>
internal sealed record SeriesPair(LoadShape ShapeA, Series A, LoadShape ShapeB, Series B)
{
    /// <summary>What both are: <c>nats (wire), buffered</c>; or one and the other.</summary>
    public string Name => NameOf(A) == NameOf(B) ? NameOf(A) : $"{NameOf(A)} and {NameOf(B)}";

    /// <summary>The load of both, or one's and the other's.</summary>
    public string Load => ShapeA == ShapeB ? Text(ShapeA) : $"A: {Text(ShapeA)}. B: {Text(ShapeB)}";

    private static string NameOf(Series series) => $"{series.Name}, {Figures.Name(series.Confirmation)}";

    private static string Text(LoadShape shape) => $"{shape.Title}, {shape.Details}";
}
