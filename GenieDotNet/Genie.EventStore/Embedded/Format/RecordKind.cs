namespace Genie.EventStore.Embedded.Format;

/// <summary>What a record says. The numbers are in files.</summary>
internal enum RecordKind : byte
{
    /// <summary>A stream's number stands for this name from here on.</summary>
    Stream = 1,

    /// <summary>An event.</summary>
    Event = 2,

    /// <summary>A stream's state as of a version.</summary>
    Snapshot = 3,

    /// <summary>How far a projection has come.</summary>
    Checkpoint = 4,

    /// <summary>An event that was compacted away, but for its key.</summary>
    Stub = 5,

    /// <summary>An event with metadata, as it stands in files; what reads a record gives it out as <see cref="Event"/>.</summary>
    EventWithMetadata = 6,

    /// <summary>Everything of a stream before this version is deleted; the version itself is no event's.</summary>
    Deletion = 7,
}
