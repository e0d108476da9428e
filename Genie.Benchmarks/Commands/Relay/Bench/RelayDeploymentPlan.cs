namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>What is started.</summary>
/// <param name="Relays">How many relays.</param>
/// <param name="Threads">Calls that a worker handles at once.</param>
/// <param name="IsIdempotent">Whether calls whose worker dies are tried on another.</param>
/// <param name="HasMetrics">Whether relays read their workers' metrics and show them.</param>
internal sealed record RelayDeploymentPlan(int Relays, int Threads, bool IsIdempotent, bool HasMetrics);
