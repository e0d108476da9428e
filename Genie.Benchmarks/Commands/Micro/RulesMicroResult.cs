using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>The line of <c>genie micro rules</c>.</summary>
internal sealed record RulesMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "rules";

    [JsonPropertyName("candidate")]
    public required string Candidate { get; init; }

    [JsonPropertyName("rules")]
    public required int Rules { get; init; }

    [JsonPropertyName("threads")]
    public int Threads { get; init; }

    [JsonPropertyName("events_per_s")]
    public required double EventsPerSecond { get; init; }

    [JsonPropertyName("events")]
    public required long Events { get; init; }

    [JsonPropertyName("matches_per_event")]
    public required double MatchesPerEvent { get; init; }

    /// <summary>To index the rules.</summary>
    [JsonPropertyName("load_s")]
    public double LoadSeconds { get; init; }

    [JsonPropertyName("index_mb")]
    public double IndexMegabytes { get; init; }

    /// <summary>Events whose answers are in the hash.</summary>
    [JsonPropertyName("compared")]
    public required int Compared { get; init; }

    [JsonPropertyName("answers_fnv")]
    public required string AnswersHash { get; init; }

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture,
        $"rules {Candidate}: {Rules:N0} rules, {Threads} threads: {EventsPerSecond:N0} events/s, {MatchesPerEvent:0.00} matches an event ({Events:N0} events); loaded in {LoadSeconds:0.00} s, {IndexMegabytes:N0} MB; answers to the first {Compared:N0}: {AnswersHash}");
}
