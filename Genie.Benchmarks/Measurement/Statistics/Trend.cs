using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>Whether and how fast a time series rises or falls.</summary>
/// <param name="PerSecond">The slope.</param>
/// <param name="Level">The median value.</param>
/// <param name="Change">What the slope adds up to from the first to the last point, as a share of <paramref name="Level"/>.</param>
/// <param name="Probability">Of such an order of values without any trend.</param>
internal readonly record struct Trend(double PerSecond, double Level, double Change, double Probability)
{
    // Neighbouring seconds are alike, which the test would take for a trend (K. H. Hamed, A. R. Rao, 1998); the medians of
    // long stretches are nearly independent.
    private const int Stretches = 24;

    // A process that has just started still compiles and fills its pools.
    private const double LeftOutShare = 0.1;

    /// <summary>True if so many points are enough to find a trend among.</summary>
    public static bool CanTell(int points) => points - (int)(points * LeftOutShare) >= 2 * Stretches;

    /// <summary>The trend of points in order of time, or null if there are fewer than twice as many as stretches are told apart.</summary>
    public static Trend? Find(IReadOnlyList<(double Seconds, double Value)> points)
    {
        if (!CanTell(points.Count)) return null;
        var settled = points.Skip((int)(points.Count * LeftOutShare)).ToArray();
        var medians = Enumerable.Range(0, Stretches).Select(i => Middle(settled[(i * settled.Length / Stretches)..((i + 1) * settled.Length / Stretches)])).ToArray();
        var (slope, level) = (TheilSen.Slope(medians), medians.Select(point => point.Value).Median());
        var span = settled[^1].Seconds - settled[0].Seconds;
        return new Trend(slope, level, level > 0 ? slope * span / level : 0, MannKendall.Test([.. medians.Select(point => point.Value)]).Probability);
    }

    private static (double Time, double Value) Middle((double Seconds, double Value)[] stretch) =>
        (stretch.Average(point => point.Seconds), stretch.Select(point => point.Value).Median());
}
