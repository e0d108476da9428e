using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>One point of a latency curve.</summary>
/// <param name="Percentile">From 0 to 100.</param>
/// <param name="LatencyMicroseconds">That many per cent of all requests took no longer.</param>
public sealed record LatencyPoint(
    double Percentile,
    [property: JsonPropertyName("latency_us")] double LatencyMicroseconds);
