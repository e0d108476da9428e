namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>What came out.</summary>
/// <param name="Calls">Calls that have ended.</param>
/// <param name="Errors">Those whose status was not OK.</param>
/// <param name="P50">The median time of those that were answered.</param>
/// <param name="P95">Of a hundred, five took longer.</param>
/// <param name="Kills">Workers that were killed.</param>
/// <param name="FirstError">The first error in words, or empty.</param>
internal sealed record RampResult(int Calls, int Errors, TimeSpan P50, TimeSpan P95, int Kills, string FirstError);
