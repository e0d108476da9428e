using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load;

/// <summary>What one phase, the warm-up or the measured time, showed.</summary>
/// <param name="Latency">Latencies of what was answered or confirmed.</param>
/// <param name="TimeLine">One point a second.</param>
/// <param name="Ledger">What became of every message.</param>
/// <param name="Elapsed">The measured time: until the senders had their last answer, on average; of publishing, until the last arrival.</param>
/// <param name="Client">What this process used.</param>
/// <param name="Worker">What the worker saw and used.</param>
/// <param name="Errors">The first few errors' texts.</param>
/// <param name="Backlog">What waited while the worker was away, where it was.</param>
/// <param name="Effects">What became of every request's effect, where that was verified.</param>
internal sealed record PhaseResult(
    LatencyHistogram Latency, IReadOnlyList<TimeLinePoint> TimeLine, LedgerCounts Ledger, TimeSpan Elapsed,
    ProcessUsage Client, WorkerReport Worker, IReadOnlyList<string> Errors, BacklogFigures? Backlog, EffectCounts? Effects);
