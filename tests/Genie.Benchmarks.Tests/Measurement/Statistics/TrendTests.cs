using Genie.Benchmarks.Measurement.Statistics;
using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class TrendTests
{
    [Fact]
    public void Mann_Kendall_counts_rises_and_falls()
    {
        Assert.Equal(10, MannKendall.Test([1, 2, 3, 4, 5]).S);
        Assert.Equal(-10, MannKendall.Test([5, 4, 3, 2, 1]).S);

        // Variance 5 * 4 * 15 / 18 = 16.67; (10 - 1) / 4.08 = 2.20 standard deviations.
        Assert.Equal(0.0275, MannKendall.Test([1, 2, 3, 4, 5]).Probability, 0.0001);
        Assert.Equal(1, MannKendall.Test([3, 3, 3, 3]).Probability);
        Assert.Equal(1, MannKendall.Test([]).Probability);
    }

    [Fact]
    public void A_slope_is_not_moved_by_a_few_stalls()
    {
        (double, double)[] points = [.. Enumerable.Range(0, 50).Select(i => ((double)i, i % 10 == 3 ? 900.0 : 5 + (2.0 * i)))];
        Assert.InRange(TheilSen.Slope(points), 1.9, 2.1);
    }

    [Fact]
    public void A_steady_rise_is_seen_through_noise_and_noise_alone_is_not_even_if_neighbours_are_alike()
    {
        var seen = Enumerable.Range(0, 300).Count(seed => Trend.Find(Series(seed, 0.0005))!.Value.Probability < 0.01);
        var alarms = Enumerable.Range(0, 300).Count(seed => Trend.Find(Series(seed, 0))!.Value.Probability < 0.01);
        Assert.True(seen >= 285, $"{seen} of 300 seen");
        Assert.InRange(alarms, 0, 15);
    }

    [Fact]
    public void The_change_is_that_from_begin_to_end()
    {
        var trend = Trend.Find([.. Enumerable.Range(0, 480).Select(second => ((double)second, 100 + (0.1 * second)))])!.Value;
        Assert.Equal(0.1, trend.PerSecond, 6);
        Assert.InRange(trend.Change, 0.30, 0.40);
        Assert.Null(Trend.Find([.. Enumerable.Range(0, 40).Select(second => ((double)second, 1.0))]));
    }

    // A level of 1 with noise of a tenth, three quarters of which is the second before's.
    private static (double, double)[] Series(int seed, double perSecond)
    {
        var random = new Random(seed);
        var noise = 0.0;
        return [.. Enumerable.Range(0, 500).Select(second =>
        {
            noise = (0.75 * noise) + Normal.Sample(random, 0, 0.066);
            return ((double)second, 1 + noise + (perSecond * second));
        })];
    }
}
