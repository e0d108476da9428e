using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>The control of one round of a sweep: what no messaging system has a part in.</summary>
/// <param name="Round">The round, from 1.</param>
/// <param name="LoopbackMicroseconds">Median round trip of a bare socket between two processes; null if it could not be measured.</param>
/// <param name="NoneMicroseconds">Median request of <c>none</c>, the work with no broker in one process; null if it could not be measured.</param>
public sealed record ControlReading(
    int Round,
    [property: JsonPropertyName("loopback_us"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? LoopbackMicroseconds,
    [property: JsonPropertyName("none_us"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? NoneMicroseconds);
