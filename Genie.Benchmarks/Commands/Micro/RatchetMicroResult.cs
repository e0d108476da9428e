using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro ratchet</c>, its fields named as the yardstick's.</summary>
internal sealed record RatchetMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "ratchet";

    [JsonPropertyName("candidate")]
    public string Candidate { get; init; } = "genuine";

    [JsonPropertyName("provider")]
    public required string Provider { get; init; }

    [JsonPropertyName("op")]
    public required string Operation { get; init; }

    [JsonPropertyName("per_s")]
    public required double PerSecond { get; init; }

    [JsonPropertyName("ns")]
    public required double Nanoseconds { get; init; }

    [JsonPropertyName("size")]
    public required int Size { get; init; }

    [JsonPropertyName("allocated_bytes")]
    public required long AllocatedBytes { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture,
        $"ratchet {Provider}: {Operation}: {PerSecond:N0}/s, {Nanoseconds:N0} ns, {AllocatedBytes:N0} bytes allocated");
}
