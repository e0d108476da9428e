namespace Genie.EventStore;

/// <summary>Events for one stream, appended together or not at all.</summary>
/// <param name="Stream">The stream's name, 1 to 1,024 bytes of UTF-8; it comes into being with its first event.</param>
/// <param name="Events">At least one. The memory is the caller's again when the append's task completes.</param>
public readonly record struct AppendRequest(string Stream, ReadOnlyMemory<NewEvent> Events)
{
    /// <summary>No expectation: the events go after whatever is there.</summary>
    public const long AnyVersion = -1;

    /// <summary>The version that the stream must have; 0 for a new one. Default <see cref="AnyVersion"/>.</summary>
    public long ExpectedVersion { get; init; } = AnyVersion;

    /// <summary>Names the request whose effect this is, so that its repetition has none. Default: none.</summary>
    public RequestKey? Key { get; init; }

    /// <summary>Why the events come about. Default: not said.</summary>
    public EventMetadata? Metadata { get; init; }

    /// <summary>When they were recorded, for events that come from another store. Default: now, by the store's clock.</summary>
    public DateTimeOffset? RecordedAt { get; init; }
}
