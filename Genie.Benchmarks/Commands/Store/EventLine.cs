using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Genie.EventStore;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>A line of an export (docs/event-store.md), as it is read back.</summary>
internal sealed record EventLine
{
    [JsonPropertyName("stream"), JsonRequired]
    public required string Stream { get; init; }

    [JsonPropertyName("version"), JsonRequired]
    public required long Version { get; init; }

    [JsonPropertyName("time"), JsonRequired]
    public required string Time { get; init; }

    [JsonPropertyName("key")]
    public EventLineKey? Key { get; init; }

    [JsonPropertyName("metadata")]
    public EventLineMetadata? Metadata { get; init; }

    [JsonPropertyName("type"), JsonRequired]
    public required string Type { get; init; }

    [JsonPropertyName("payload"), JsonRequired]
    public required byte[] Payload { get; init; }

    /// <summary>True if the event was appended together with the one before: by the same request to the same stream.</summary>
    public bool Continues(EventLine before) => Key is not null && Key == before.Key && Stream == before.Stream && Version == before.Version + 1;

    /// <summary>The append that these lines, all of one request, come of.</summary>
    public static AppendRequest ToRequest(IReadOnlyList<EventLine> lines)
    {
        var first = lines[0];
        return new AppendRequest(first.Stream, lines.Select(line => new NewEvent(line.Type, line.Payload)).ToArray())
        {
            ExpectedVersion = first.Version - 1,
            Key = first.Key is { } key ? new RequestKey(key.Run, key.Sender, key.Sequence) : null,
            Metadata = first.Metadata is { } metadata ? new EventMetadata(metadata.CorrelationId, metadata.CausationId) : null,
            RecordedAt = DateTimeOffset.Parse(first.Time, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal),
        };
    }

    /// <summary>Reads a line.</summary>
    /// <exception cref="BadArgumentException">It is none; the message names it.</exception>
    public static EventLine Parse(string text, string file, long number)
    {
        try
        {
            return JsonSerializer.Deserialize<EventLine>(text) ?? throw new JsonException("null is no event.");
        }
        catch (JsonException error)
        {
            throw new BadArgumentException($"{file}, line {number}: no event as 'genie store export' writes it: {error.Message}");
        }
    }
}

/// <summary>A request key in a line.</summary>
internal sealed record EventLineKey(
    [property: JsonPropertyName("run")] ulong Run, [property: JsonPropertyName("sender")] uint Sender, [property: JsonPropertyName("sequence")] ulong Sequence);

/// <summary>Metadata in a line.</summary>
internal sealed record EventLineMetadata(
    [property: JsonPropertyName("correlationId")] string? CorrelationId, [property: JsonPropertyName("causationId")] string? CausationId);
