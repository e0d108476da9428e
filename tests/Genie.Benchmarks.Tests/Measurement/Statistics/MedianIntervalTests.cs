using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class MedianIntervalTests
{
    [Theory]
    [InlineData(1, 1, 1, 0)]
    [InlineData(2, 1, 2, 0.5)]
    [InlineData(5, 1, 5, 0.9375)]
    [InlineData(6, 1, 6, 0.96875)]
    [InlineData(8, 1, 8, 0.9921875)]
    [InlineData(9, 2, 8, 0.9609375)]
    [InlineData(12, 3, 10, 0.96142578125)]
    public void It_is_the_narrowest_that_holds_the_median_often_enough(int values, double low, double high, double confidence)
    {
        var interval = MedianInterval.Of(Enumerable.Range(1, values).Reverse().Select(value => (double)value));
        Assert.Equal((low, high), (interval.Low, interval.High));
        Assert.Equal(confidence, interval.Confidence, 1e-9);
        Assert.Equal((values + 1) / 2.0, interval.Median);
    }

    [Fact]
    public void It_holds_the_true_median_as_often_as_it_says()
    {
        var random = new Random(11);
        var held = Enumerable.Range(0, 4000).Count(_ =>
        {
            var interval = MedianInterval.Of(Enumerable.Range(0, 9).Select(_ => Math.Exp(random.NextDouble() * 3)));
            return interval.Low <= Math.Exp(1.5) && Math.Exp(1.5) <= interval.High;
        });
        Assert.InRange(held / 4000.0, 0.95, 0.975);
    }
}
