using System.Globalization;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>A measure of B that is, or may be, worse than allowed.</summary>
/// <param name="Pair">Of what.</param>
/// <param name="Measure">Which.</param>
/// <param name="Ratio">By what factor it is worse, as estimated.</param>
/// <param name="Probability">Of seeing this if it is worse by no more than the factor that is let through.</param>
internal sealed record Regression(SeriesPair Pair, Measure Measure, double Ratio, double Probability)
{
    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Pair.Name}, {Pair.ShapeB.Title}: {Measure.Name} is worse by a factor of {Ratio:0.000} (p = {Probability:0.0000}; median {SideBySideText.Value(Measure, Pair.A.Rows.Select(Measure.Of).Median())} before, {SideBySideText.Value(Measure, Pair.B.Rows.Select(Measure.Of).Median())} now)");
}
