using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>What a phase shows while it goes on; to be read at once.</summary>
/// <param name="Latency">Latencies by now; the watcher's own, which will change.</param>
/// <param name="TimeLine">The time line by now.</param>
/// <param name="Elapsed">Since the phase began.</param>
/// <param name="Errors">Errors by now.</param>
/// <param name="Client">What this process has used.</param>
internal sealed record PhaseProgress(LatencyHistogram Latency, IReadOnlyList<TimeLinePoint> TimeLine, TimeSpan Elapsed, long Errors, ProcessUsage Client);
