using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class RatioEstimateTests
{
    [Fact]
    public void A_factor_between_all_values_is_found()
    {
        double[] a = [10, 11, 12, 13, 14, 15];
        var ratio = RatioEstimate.Of(a, [.. a.Select(value => value * 1.5)], 0.95);
        Assert.Equal(1.5, ratio.Ratio, 12);
        Assert.InRange(1.5, ratio.Low, ratio.High);
    }

    [Fact]
    public void Swapping_the_sides_inverts_everything()
    {
        double[] a = [3, 1, 4, 1.5, 9, 2.6], b = [2, 7, 1.8, 2.8, 1.82];
        var (there, back) = (RatioEstimate.Of(a, b, 0.9), RatioEstimate.Of(b, a, 0.9));
        Assert.Equal(1 / there.Ratio, back.Ratio, 12);
        Assert.Equal((1 / there.High, 1 / there.Low), (back.Low, back.High));
    }

    [Fact]
    public void Three_values_a_side_bound_nothing_at_95_percent()
    {
        Assert.False(RatioEstimate.Of([1, 2, 3], [4, 5, 6], 0.95).IsBounded);
        Assert.True(RatioEstimate.Of([1, 2, 3], [4, 5, 6], 0.89).IsBounded);
        Assert.Equal(4, RepeatsNeeded.For(0.025));
    }

    [Theory]
    [InlineData(6)]
    [InlineData(40)]
    public void The_interval_excludes_1_exactly_where_the_test_refuses_equality(int size)
    {
        var random = new Random(1);
        for (var trial = 0; trial < 300; trial++)
        {
            double[] Draw(double factor) => [.. Enumerable.Range(0, size).Select(_ => factor * Math.Exp(random.NextDouble()))];
            var (a, b) = (Draw(1), Draw(1 + (0.4 * random.NextDouble())));
            var ratio = RatioEstimate.Of(a, b, 0.95);
            var p = MannWhitney.Test(a, b).TwoSided;

            // The approximations of larger samples round differently; nobody need tell 4.9 from 5.1 per cent.
            if (size > RankSumDistribution.SizeMax && p is > 0.045 and < 0.055) continue;
            Assert.Equal(p <= 0.05, ratio.Low > 1 || ratio.High < 1);
        }
    }
}
