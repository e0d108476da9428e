using Genie.Benchmarks.Measurement;
using HdrHistogram;

namespace Genie.Benchmarks.Tests.Differential;

/// <summary>Our histogram beside the reference implementation, fed the same values.</summary>
public sealed class HdrHistogramDifferentialTests
{
    [Fact]
    public void Counts_percentiles_and_merging_agree_with_the_reference()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var ours = new LatencyHistogram();
            var reference = new LongHistogram(HistogramLayout.MaxNanoseconds, 3);
            for (var part = 0; part < 2; part++)
            {
                var oursPart = new LatencyHistogram();
                var referencePart = new LongHistogram(HistogramLayout.MaxNanoseconds, 3);
                for (var i = 0; i < 50_000; i++)
                {
                    var value = (long)Math.Pow(10, random.NextDouble() * 10.77);
                    oursPart.Record(value);
                    referencePart.RecordValue(value);
                }

                ours.Add(oursPart);
                reference.Add(referencePart);
            }

            Assert.Equal(reference.TotalCount, ours.Count);
            Assert.Equal(
                reference.RecordedValues().Select(step => (reference.HighestEquivalentValue(step.ValueIteratedTo), step.CountAddedInThisIterationStep)),
                ours.NonEmptyCells());

            // Of 100,000 values these percentiles fall on whole ranks, where both conventions for rounding agree.
            foreach (var percentile in new[] { 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 100 })
                Assert.True(reference.GetValueAtPercentile(percentile) == ours.ValueAtPercentile(percentile), $"seed {seed}, percentile {percentile}");
            Assert.InRange(reference.GetMean() / ours.MeanNanoseconds, 0.999, 1.001);
        }
    }

    [Fact]
    public void Every_cell_of_the_layout_is_the_references()
    {
        var reference = new LongHistogram(HistogramLayout.MaxNanoseconds, 3);
        for (var i = 0; i < HistogramLayout.Cells; i++)
        {
            var lowest = HistogramLayout.LowestOf(i);
            Assert.Equal(lowest, reference.LowestEquivalentValue(lowest));
            Assert.Equal(HistogramLayout.HighestOf(i), reference.HighestEquivalentValue(lowest));
        }
    }
}
