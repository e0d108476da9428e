using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro grains</c>.</summary>
internal sealed record GrainsMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "grains";

    [JsonPropertyName("op")]
    public required string Operation { get; init; }

    [JsonPropertyName("per_s")]
    public required double PerSecond { get; init; }

    /// <summary>Grains that were live.</summary>
    [JsonPropertyName("live")]
    public required long Live { get; init; }

    /// <summary>Resident memory of the whole process.</summary>
    [JsonPropertyName("memory_mb")]
    public required double MemoryMegabytes { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(CultureInfo.InvariantCulture, $"grains: {Operation}: {PerSecond:N0}/s, {Live:N0} live grains, {MemoryMegabytes:N0} MB resident");
}
