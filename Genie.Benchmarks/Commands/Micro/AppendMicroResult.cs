using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro append</c>, its fields named as the yardstick's.</summary>
internal sealed record AppendMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "append";

    [JsonPropertyName("candidate")]
    public required string Candidate { get; init; }

    [JsonPropertyName("group")]
    public required int Group { get; init; }

    [JsonPropertyName("records_per_s")]
    public required double RecordsPerSecond { get; init; }

    [JsonPropertyName("commits_per_s")]
    public double CommitsPerSecond { get; init; }

    [JsonPropertyName("commit_p50_us")]
    public double CommitP50Microseconds { get; init; }

    [JsonPropertyName("commit_p99_us")]
    public double CommitP99Microseconds { get; init; }

    [JsonPropertyName("size")]
    public required int Size { get; init; }

    [JsonPropertyName("records")]
    public required long Records { get; init; }

    [JsonPropertyName("seconds")]
    public required double Seconds { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture,
        $"append {Candidate}: group {Group}: {RecordsPerSecond:N0} events/s, {CommitsPerSecond:N0} commits/s, p50 {CommitP50Microseconds:N0} us, p99 {CommitP99Microseconds:N0} us ({Records:N0} events in {Seconds:0.000} s)");
}
