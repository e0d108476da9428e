using System.Diagnostics;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Agents.Links;

/// <summary>A machine's two clocks at one moment.</summary>
/// <param name="MonotonicNanoseconds">The one that runs evenly and begins anywhere, in nanoseconds: what latencies and intended send times are taken from.</param>
/// <param name="UnixNanoseconds">The wall clock, in nanoseconds since 1970, UTC.</param>
internal readonly record struct ClockReading(long MonotonicNanoseconds, long UnixNanoseconds)
{
    /// <summary>Reads them.</summary>
    public static ClockReading Now() => new(
        LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp()), (DateTime.UtcNow - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick);
}
