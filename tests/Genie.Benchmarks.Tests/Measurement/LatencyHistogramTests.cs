using Genie.Benchmarks.Measurement;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class LatencyHistogramTests
{
    [Fact]
    public void An_empty_one_answers_zero()
    {
        var histogram = new LatencyHistogram();
        Assert.Equal(0, histogram.Count);
        Assert.Equal(0, histogram.MeanNanoseconds);
        Assert.Equal(0, histogram.ValueAtPercentile(50));
        Assert.Equal(0, histogram.MaxNanoseconds);
        Assert.Empty(histogram.NonEmptyCells());
    }

    [Fact]
    public void Small_values_are_exact()
    {
        var histogram = new LatencyHistogram();
        for (var nanoseconds = 1; nanoseconds <= 1000; nanoseconds++) histogram.Record(nanoseconds);
        Assert.Equal(500.5, histogram.MeanNanoseconds);
        Assert.Equal(1, histogram.ValueAtPercentile(0));
        Assert.Equal(500, histogram.ValueAtPercentile(50));
        Assert.Equal(990, histogram.ValueAtPercentile(99));
        Assert.Equal(999, histogram.ValueAtPercentile(99.9));
        Assert.Equal(1000, histogram.ValueAtPercentile(99.99));
        Assert.Equal(1000, histogram.MaxNanoseconds);
    }

    [Fact]
    public void Large_values_keep_three_digits_and_the_mean_is_exact()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(12_345_678);
        histogram.Record(59_999_999_999);
        Assert.Equal((12_345_678 + 59_999_999_999) / 2.0, histogram.MeanNanoseconds);
        Assert.InRange(histogram.ValueAtPercentile(50), 12_345_678, 12_345_678 * 1.001);
        Assert.InRange(histogram.MaxNanoseconds, 59_999_999_999, 59_999_999_999 * 1.001);
    }

    [Fact]
    public void Percentiles_agree_with_sorting_for_many_distributions()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var random = new Random(seed);
            var histogram = new LatencyHistogram();
            var values = new long[1 + random.Next(5000)];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = (long)Math.Pow(10, random.NextDouble() * 10.7);
                histogram.Record(values[i]);
            }

            Array.Sort(values);
            foreach (var percentile in new[] { 0, 1, 25, 50, 90, 99, 99.9, 100 })
            {
                var rank = Math.Max(1, (int)Math.Ceiling((percentile / 100 * values.Length) - 1e-6));
                var expected = HistogramLayout.HighestOf(HistogramLayout.IndexOf(values[rank - 1]));
                Assert.True(expected == histogram.ValueAtPercentile(percentile), $"seed {seed}, percentile {percentile}");
            }
        }
    }

    [Fact]
    public void Merging_equals_recording_into_one()
    {
        var random = new Random(7);
        LatencyHistogram all = new(), left = new(), right = new();
        for (var i = 0; i < 10_000; i++)
        {
            var value = random.NextInt64(1, 1_000_000_000);
            all.Record(value);
            (i % 3 == 0 ? left : right).Record(value);
        }

        left.Add(right);
        Assert.Equal(all.Count, left.Count);
        Assert.Equal(all.SumNanoseconds, left.SumNanoseconds);
        Assert.Equal(all.NonEmptyCells(), left.NonEmptyCells());
    }

    [Fact]
    public void An_interval_is_what_came_after_the_earlier_snapshot()
    {
        var recorder = new LatencyRecorder();
        recorder.Record(10);
        recorder.Record(5_000);
        var warmUp = recorder.Snapshot();
        recorder.Record(20);
        recorder.Record(20);
        var interval = recorder.Snapshot();
        interval.Subtract(warmUp);
        Assert.Equal([(20L, 2L)], interval.NonEmptyCells());
        Assert.Equal(40, interval.SumNanoseconds);
        Assert.Equal(2, interval.Count);
    }

    [Fact]
    public async Task Many_threads_lose_no_count()
    {
        var recorder = new LatencyRecorder();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(() =>
        {
            for (var i = 0; i < 50_000; i++) recorder.Record((i % 100) + thread);
        })));
        var all = recorder.Snapshot();
        Assert.Equal(400_000, all.Count);
        Assert.Equal(Enumerable.Range(0, 8).Sum(thread => 50_000L * thread + (50_000L * 99 / 2)), all.SumNanoseconds);
    }

    [Fact]
    public void Recording_allocates_nothing()
    {
        var recorder = new LatencyRecorder();
        recorder.Record(1);
        Assert.Equal(0, AllocatedBytes.Of(() =>
        {
            for (var i = 0; i < 100_000; i++) recorder.RecordBetween(0, i);
        }));
    }
}
