using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro geo</c>, its fields named as the yardstick's.</summary>
internal sealed record GeoMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "geo";

    [JsonPropertyName("candidate")]
    public required string Candidate { get; init; }

    [JsonPropertyName("area")]
    public required string Area { get; init; }

    [JsonPropertyName("per_s")]
    public required long PerSecond { get; init; }

    [JsonPropertyName("p50_ns")]
    public required long Median { get; init; }

    [JsonPropertyName("p99_ns")]
    public required long Percentile99 { get; init; }

    [JsonPropertyName("timer_ns")]
    public required long Timer { get; init; }

    [JsonPropertyName("index_kb")]
    public required long IndexKilobytes { get; init; }

    /// <summary>By how much the memory grew that belongs to no file, from before it was opened until all points had been looked up once.</summary>
    [JsonPropertyName("private_kb")]
    public required long PrivateKilobytes { get; init; }

    [JsonPropertyName("load_ms")]
    public required double LoadMilliseconds { get; init; }

    [JsonPropertyName("points")]
    public required int Points { get; init; }

    [JsonPropertyName("hits")]
    public required int Hits { get; init; }

    [JsonPropertyName("answers_fnv")]
    public required string AnswersHash { get; init; }

    [JsonPropertyName("points_fnv")]
    public required string PointsHash { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture,
        $"geo {Area} {Candidate}: {PerSecond / 1e6:0.00} M look-ups/s, p50 {Median} ns, p99 {Percentile99} ns (an empty timing: {Timer} ns), {IndexKilobytes} KB ({PrivateKilobytes} KB private after all points), opened in {LoadMilliseconds:0.0} ms; {Hits:N0} of {Points:N0} points hit; answers {AnswersHash}, points {PointsHash}");
}
