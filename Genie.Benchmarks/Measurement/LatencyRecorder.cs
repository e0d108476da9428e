using System.Diagnostics;

namespace Genie.Benchmarks.Measurement;

/// <summary>
/// Records latencies from many threads at once without allocating or locking. Counts only ever grow: an interval is the
/// difference of two snapshots, so that reading never disturbs those who record.
/// </summary>
internal sealed class LatencyRecorder
{
    private readonly Stripe[] _stripes;

    /// <summary>An empty recorder with one stripe a processor: two threads rarely touch the same cache line.</summary>
    public LatencyRecorder()
    {
        _stripes = new Stripe[(int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Min(Environment.ProcessorCount, 64))];
        for (var i = 0; i < _stripes.Length; i++) _stripes[i] = new Stripe();
    }

    /// <summary>Records the time between two values of <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public void RecordBetween(long startTimestamp, long endTimestamp) => Record(ToNanoseconds(endTimestamp - startTimestamp));

    /// <summary>Records one value.</summary>
    public void Record(long nanoseconds)
    {
        var stripe = _stripes[Thread.GetCurrentProcessorId() & (_stripes.Length - 1)];
        Interlocked.Increment(ref stripe.Counts[HistogramLayout.IndexOf(nanoseconds)]);
        Interlocked.Add(ref stripe.SumNanoseconds, nanoseconds);
    }

    /// <summary>All recorded so far. Of values being recorded meanwhile some are in and some are not.</summary>
    public LatencyHistogram Snapshot()
    {
        var snapshot = new LatencyHistogram();
        SnapshotInto(snapshot);
        return snapshot;
    }

    /// <summary>The same, over what <paramref name="snapshot"/> held: a watcher allocates nothing that would count as the
    /// measured program's.</summary>
    public void SnapshotInto(LatencyHistogram snapshot)
    {
        snapshot.Clear();
        foreach (var stripe in _stripes) snapshot.Add(stripe.Counts, Volatile.Read(ref stripe.SumNanoseconds));
    }

    /// <summary>Converts a difference of timestamps.</summary>
    public static long ToNanoseconds(long timestampDelta) =>
        Stopwatch.Frequency == 1_000_000_000 ? timestampDelta : (long)(timestampDelta * (1e9 / Stopwatch.Frequency));

    private sealed class Stripe
    {
        public readonly long[] Counts = new long[HistogramLayout.Cells];
        public long SumNanoseconds;
    }
}
