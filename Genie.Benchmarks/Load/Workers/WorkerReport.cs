using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>What a worker saw of a run.</summary>
/// <param name="Deliveries">The ledger of each of its listeners, as <see cref="Brokers.Ledger.DeliveryLedger.Export"/> writes it; one unless every message goes to several.</param>
/// <param name="Usage">What its process used since the run began, or null if it is the client's own process.</param>
/// <param name="Failures">Messages whose handling failed.</param>
/// <param name="Notes">The errors' first few texts.</param>
/// <param name="Effects">The run's effects in the event store, exported like the deliveries; null where there is no store.</param>
/// <param name="OneWay">The times from the intended send to the arrival, as <see cref="HistogramText"/> writes them, by the clocks' offset that was told; null where none was.</param>
internal sealed record WorkerReport(IReadOnlyList<byte[]> Deliveries, ProcessUsage? Usage, long Failures, IReadOnlyList<string> Notes, byte[]? Effects = null, string? OneWay = null);
