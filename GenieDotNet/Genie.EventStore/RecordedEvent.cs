namespace Genie.EventStore;

/// <summary>An event as it was confirmed.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Version">Its version within the stream, from 1, without gaps.</param>
/// <param name="Position">Its place in the global order: it grows, and may leave numbers out.</param>
/// <param name="RecordedAt">When it was appended, by the clock of the store's process.</param>
/// <param name="Key">The request whose effect it is, if one was named.</param>
/// <param name="Type">What happened.</param>
/// <param name="Payload">Its content.</param>
public sealed record RecordedEvent(
    string Stream, long Version, long Position, DateTimeOffset RecordedAt, RequestKey? Key, string Type, ReadOnlyMemory<byte> Payload)
{
    /// <summary>Why it came about, if that was said.</summary>
    public EventMetadata? Metadata { get; init; }
}
