using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// The slope of a series: the median of the slopes between all pairs of its points, which a few stalls do not move
/// (H. Theil, 1950; P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968).
/// </summary>
internal static class TheilSen
{
    /// <summary>The slope, in units of value per unit of time; 0 for fewer than two points.</summary>
    /// <param name="points">Times rise.</param>
    public static double Slope(IReadOnlyList<(double Time, double Value)> points)
    {
        var slopes = new List<double>(points.Count * (points.Count - 1) / 2);
        for (var i = 0; i < points.Count; i++)
        {
            for (var j = i + 1; j < points.Count; j++) slopes.Add((points[j].Value - points[i].Value) / (points[j].Time - points[i].Time));
        }

        return slopes.Count == 0 ? 0 : slopes.Median();
    }
}
