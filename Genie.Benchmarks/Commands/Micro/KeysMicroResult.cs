using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A figure of where keys are.</summary>
internal sealed record KeysMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "keys";

    /// <summary>What was done.</summary>
    [JsonPropertyName("what")]
    public required string What { get; init; }

    /// <summary>How often a second, by one caller.</summary>
    [JsonPropertyName("per_s")]
    public required double PerSecond { get; init; }

    /// <summary>Keys that one answer has, in the mean.</summary>
    [JsonPropertyName("found")]
    public double Found { get; init; }

    /// <summary>Bytes of memory that a key takes; 0 where that was not looked at.</summary>
    [JsonPropertyName("bytes_per_key")]
    public double BytesPerKey { get; init; }

    /// <summary>A line for people.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture, $"keys: {What}: {PerSecond:N0}/s{(Found > 0 ? $", {Found:N1} found" : "")}{(BytesPerKey > 0 ? $", {BytesPerKey:N0} bytes a key" : "")}");

    /// <summary>A line for programs.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);
}
