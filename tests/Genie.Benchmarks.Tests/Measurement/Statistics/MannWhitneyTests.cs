using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class MannWhitneyTests
{
    [Theory]
    [InlineData(3, 3, 0.05)]
    [InlineData(4, 4, 1.0 / 70)]
    [InlineData(5, 5, 1.0 / 252)]
    [InlineData(8, 8, 1.0 / 12870)]
    public void Samples_apart_are_as_rare_as_their_orders_are_many(int sizeA, int sizeB, double expected)
    {
        double[] a = [.. Enumerable.Range(0, sizeA)], b = [.. Enumerable.Range(100, sizeB)];
        var test = MannWhitney.Test(a, b);
        Assert.True(test.IsExact);
        Assert.Equal(expected, test.Greater, 12);
        Assert.Equal(1, test.Less, 12);
        Assert.Equal(1, CliffsDelta.Of(test, sizeA, sizeB));
        Assert.Equal(test.Greater, MannWhitney.Test(b, a).Less, 12);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 5)]
    [InlineData(4, 4)]
    [InlineData(5, 3)]
    public void The_distribution_is_that_of_counting_every_order(int sizeA, int sizeB)
    {
        var counts = new double[(sizeA * sizeB) + 1];
        foreach (var places in Choose(sizeA + sizeB, sizeB)) counts[places.Select((place, rank) => place - rank).Sum()]++;
        var distribution = new RankSumDistribution(sizeA, sizeB);
        var sum = 0.0;
        for (var u = 0; u < counts.Length; u++) Assert.Equal((sum += counts[u]) / counts.Sum(), distribution.AtMost(u), 12);
        Assert.Equal(0, distribution.AtMost(-1));
    }

    [Fact]
    public void The_largest_exact_size_agrees_with_the_normal_approximation()
    {
        var distribution = new RankSumDistribution(RankSumDistribution.SizeMax, RankSumDistribution.SizeMax);
        Assert.Equal(0.5, (distribution.AtMost(312) + distribution.AtMost(311)) / 2, 2);
        Assert.Equal(1, distribution.AtMost(625), 12);

        // 1.96 standard deviations of sqrt(25 * 25 * 51 / 12) below the middle.
        Assert.Equal(0.025, distribution.AtMost(211), 2);
    }

    [Fact]
    public void Equal_values_are_approximated_and_corrected()
    {
        // 3.5 below the middle of 24 pairs; the deviation is sqrt(4 * 6 / 12 * (11 - (6 + 24) / 90)) = 4.62.
        var test = MannWhitney.Test([1, 2, 2, 5], [0, 1, 2, 3, 4, -1]);
        Assert.False(test.IsExact);
        Assert.Equal(8.5, test.U);
        Assert.InRange(test.TwoSided, 0.51, 0.52);
        Assert.Equal(1, MannWhitney.Test([3, 3, 3], [3, 3, 3]).TwoSided);
    }

    private static IEnumerable<int[]> Choose(int of, int count) => count == 0
        ? [[]]
        : Enumerable.Range(count - 1, of - count + 1).SelectMany(last => Choose(last, count - 1).Select(rest => (int[])[.. rest, last]));
}
