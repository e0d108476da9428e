using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What came before the measured time.</summary>
/// <param name="Seconds">Time of the same load.</param>
/// <param name="Settled">True if by its end the runtime compiled for less than a fiftieth of half a second and the rate did not move.</param>
/// <param name="Unsettled">What had not settled; empty if everything had.</param>
/// <param name="RowsBefore">Rows that the same processes had measured before this one.</param>
public sealed record WarmUpFigures([property: JsonPropertyName("seconds")] double Seconds, bool Settled, string Unsettled, int RowsBefore);
