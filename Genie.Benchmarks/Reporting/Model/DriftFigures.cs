using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Something that rose or fell steadily during a long run.</summary>
/// <param name="Measure">What: <c>worker memory</c>.</param>
/// <param name="Unit">Its unit: <c>MiB</c>.</param>
/// <param name="PerHour">How fast, in that unit.</param>
/// <param name="Change">From begin to end, as a share of the median.</param>
/// <param name="Probability">Of such a series without any trend.</param>
public sealed record DriftFigures(string Measure, string Unit, double PerHour, double Change, [property: JsonPropertyName("p")] double Probability);
