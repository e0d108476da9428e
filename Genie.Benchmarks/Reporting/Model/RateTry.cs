using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>A rate that was tried.</summary>
/// <param name="RateAsked">Requests a second at intended times.</param>
/// <param name="ThroughputPerSecond">Requests a second that were answered.</param>
/// <param name="LatencyMicroseconds">Their latencies, from the intended times.</param>
/// <param name="Held">True if the rate was reached without errors and the condition held.</param>
/// <param name="Reason">Why not; empty if it did.</param>
public sealed record RateTry(
    double RateAsked,
    [property: JsonPropertyName("throughput_per_s")] double ThroughputPerSecond,
    [property: JsonPropertyName("latency_us")] LatencyFigures LatencyMicroseconds,
    bool Held,
    string Reason);
