using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>One second of a run.</summary>
/// <param name="Second">From 0, the begin of the measured time.</param>
/// <param name="Requests">Requests that ended in it.</param>
/// <param name="P50Microseconds">Their median latency.</param>
/// <param name="P99Microseconds">Their 99th percentile.</param>
/// <param name="Errors">Requests that failed in it.</param>
public sealed record TimeLinePoint(
    int Second,
    long Requests,
    [property: JsonPropertyName("p50_us")] double P50Microseconds,
    [property: JsonPropertyName("p99_us")] double P99Microseconds,
    long Errors = 0);
