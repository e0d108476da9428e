using Genie.Benchmarks.Measurement;
using HdrHistogram;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>The recorder of latencies and its histogram beside HdrHistogram's.</summary>
internal static class HistogramContests
{
    private const int Digits = 3;
    private const int Operations = 1_000_000;
    private static readonly long[] Values = Enumerable.Range(0, 4096).Select(i => (long)Math.Pow(10, 3 + (4 * new Random(i).NextDouble()))).ToArray();

    /// <summary>All of them.</summary>
    public static IEnumerable<Contest> All()
    {
        var (ours, theirs) = (new LatencyRecorder(), CreateRecorder());
        var (oursPlain, theirsPlain) = (new LatencyHistogram(), CreateHistogram());
        yield return new("histogram: record from one of many threads", Operations, () => Fill(ours.Record), () => Fill(theirs.RecordValue));
        yield return new("histogram: record from two threads", 2 * Operations, () => Twice(ours.Record), () => Twice(theirs.RecordValue));
        yield return new("histogram: record, one writer", Operations, () => Fill(oursPlain.Record), () => Fill(theirsPlain.RecordValue));
        yield return new("histogram: add another to an empty one", 1, () => new LatencyHistogram().Add(oursPlain), () => CreateHistogram().Add(theirsPlain));
        yield return new("histogram: percentile", 100, () => Repeat(100, () => oursPlain.ValueAtPercentile(99.9)), () => Repeat(100, () => theirsPlain.GetValueAtPercentile(99.9)));
    }

    private static Recorder CreateRecorder() =>
        HistogramFactory.With64BitBucketSize().WithValuesUpTo(HistogramLayout.MaxNanoseconds).WithPrecisionOf(Digits).WithThreadSafeWrites().WithThreadSafeReads().Create();

    private static LongHistogram CreateHistogram() => new(HistogramLayout.MaxNanoseconds, Digits);

    private static void Fill(Action<long> record)
    {
        for (var i = 0; i < Operations; i++) record(Values[i & (Values.Length - 1)]);
    }

    private static void Twice(Action<long> record) => Parallel.Invoke(() => Fill(record), () => Fill(record));

    private static void Repeat(int times, Action run)
    {
        for (var i = 0; i < times; i++) run();
    }
}
