namespace Genie.Diagnostics.Live;

/// <summary>How a system does right now. The same name again replaces it.</summary>
/// <param name="Name">The system, and what is asked of it.</param>
/// <param name="PerSecond">Requests answered a second.</param>
/// <param name="MeanMicroseconds">Mean time of an answer; 0 where there was none.</param>
/// <param name="InFlight">Requests under way.</param>
/// <param name="Waiting">Requests that are queued.</param>
/// <param name="RefusedPerSecond">Requests refused or failed a second.</param>
public sealed record LiveRow(string Name, double PerSecond, double MeanMicroseconds, int InFlight, int Waiting, double RefusedPerSecond);
