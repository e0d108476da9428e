using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>The line of <c>genie micro streams</c>.</summary>
internal sealed record StreamsMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "streams";

    [JsonPropertyName("rules")]
    public required int Rules { get; init; }

    [JsonPropertyName("streams")]
    public required int Streams { get; init; }

    [JsonPropertyName("in_flight")]
    public required int InFlight { get; init; }

    [JsonPropertyName("events_per_s")]
    public required double EventsPerSecond { get; init; }

    [JsonPropertyName("p50_us")]
    public required double P50Microseconds { get; init; }

    [JsonPropertyName("p99_us")]
    public required double P99Microseconds { get; init; }

    [JsonPropertyName("events")]
    public required long Events { get; init; }

    /// <summary>Results of windows that were reported.</summary>
    [JsonPropertyName("windows")]
    public required long Windows { get; init; }

    /// <summary>Fences that were entered or left.</summary>
    [JsonPropertyName("transitions")]
    public required long Transitions { get; init; }

    /// <summary>Appends of the store for each event: the event itself, its window, its position.</summary>
    [JsonPropertyName("appends_per_event")]
    public required double AppendsPerEvent { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture,
        $"streams: {Rules:N0} rules, {Streams:N0} streams, {InFlight} in flight: {EventsPerSecond:N0} events/s, p50 {P50Microseconds:N0} us, p99 {P99Microseconds:N0} us ({Events:N0} events, {AppendsPerEvent:0.0} appends each, {Windows:N0} windows reported, {Transitions:N0} transitions)");
}
