using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>A line of an export that is of no event (docs/event-store.md), as it is read back.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record StreamLine
{
    [JsonPropertyName("stream"), JsonRequired]
    public required string Stream { get; init; }

    /// <summary>The version of the stream's first line; those before are gone. Null: the line is a snapshot alone.</summary>
    [JsonPropertyName("begins")]
    public long? Begins { get; init; }

    /// <summary>The snapshot's version; of a line that begins a stream, it is that before.</summary>
    [JsonPropertyName("version")]
    public long? Version { get; init; }

    [JsonPropertyName("snapshot")]
    public byte[]? Snapshot { get; init; }

    /// <summary>True if a line is to be read as one of these: events have none of these names, and quotes within texts are escaped.</summary>
    public static bool Is(string text) => text.Contains("\"begins\":", StringComparison.Ordinal) || text.Contains("\"snapshot\":", StringComparison.Ordinal);

    /// <summary>Reads a line.</summary>
    /// <exception cref="BadArgumentException">It is none; the message names it.</exception>
    public static StreamLine Parse(string text, string file, long number)
    {
        try
        {
            var line = JsonSerializer.Deserialize<StreamLine>(text) ?? throw new JsonException("null is none.");
            return line is { Begins: > 1, Version: null } or { Begins: null, Version: > 0, Snapshot: not null } ? line : throw new JsonException("It needs begins of at least 2, or a version and a snapshot.");
        }
        catch (JsonException error)
        {
            throw new BadArgumentException($"{file}, line {number}: no line of a stream as 'genie store export' writes it: {error.Message}");
        }
    }
}
