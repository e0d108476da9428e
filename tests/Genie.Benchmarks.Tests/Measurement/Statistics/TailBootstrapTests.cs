using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Measurement.Statistics;
using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class TailBootstrapTests
{
    [Fact]
    public void The_same_seed_gives_the_same_interval_around_the_percentile_of_all()
    {
        var repetitions = Enumerable.Range(1, 5).Select(seed => Draw(new Random(seed), 2_000, 1)).ToList();
        var all = new LatencyHistogram();
        foreach (var repetition in repetitions) all.Add(repetition);
        var interval = new TailBootstrap(repetitions, 7).Estimate(99, 0.95);
        Assert.Equal(all.ValueAtPercentile(99), interval.Nanoseconds);
        Assert.Equal(interval, new TailBootstrap(repetitions, 7).Estimate(99, 0.95));
        Assert.True(interval.LowNanoseconds < interval.Nanoseconds && interval.Nanoseconds < interval.HighNanoseconds);
    }

    [Fact]
    public void Of_one_repetition_the_interval_holds_the_truth_as_often_as_it_says()
    {
        // Log-normal with median 100 us: the 99th percentile is exp(2.3263 * 0.5) times that.
        var truth = 100_000 * Math.Exp(0.5 * Normal.InvCDF(0, 1, 0.99));
        var held = Enumerable.Range(1, 200).Count(seed =>
        {
            var interval = new TailBootstrap([Draw(new Random(seed), 3_000, 1)], seed).Estimate(99, 0.95);
            return interval.LowNanoseconds <= truth && truth <= interval.HighNanoseconds;
        });
        Assert.InRange(held, 180, 200);
    }

    [Fact]
    public void Repetitions_that_differ_widen_it()
    {
        var alike = Enumerable.Range(1, 6).Select(seed => Draw(new Random(seed), 2_000, 1)).ToList();
        var different = Enumerable.Range(1, 6).Select(seed => Draw(new Random(seed), 2_000, 1 + (0.2 * seed))).ToList();
        Assert.True(Width(different) > 2 * Width(alike));

        static double Width(List<LatencyHistogram> repetitions)
        {
            var interval = new TailBootstrap(repetitions, 1).Estimate(99, 0.95);
            return (double)(interval.HighNanoseconds - interval.LowNanoseconds) / interval.Nanoseconds;
        }
    }

    [Fact]
    public void A_histogram_survives_being_text()
    {
        var histogram = Draw(new Random(3), 5_000, 1);
        histogram.Record(0);
        histogram.Record(long.MaxValue / 2);
        var read = HistogramText.Read(HistogramText.Write(histogram));
        Assert.Equal(histogram.NonEmptyCells(), read.NonEmptyCells());
        Assert.Equal(histogram.Count, read.Count);
        Assert.Equal("", HistogramText.Write(new LatencyHistogram()));
        Assert.Throws<FormatException>(() => HistogramText.Read("gICA"));
        Assert.Throws<FormatException>(() => HistogramText.Read("////fwE="));
    }

    private static LatencyHistogram Draw(Random random, int requests, double factor)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < requests; i++) histogram.Record((long)(factor * 100_000 * LogNormal.Sample(random, 0, 0.5)));
        return histogram;
    }
}
