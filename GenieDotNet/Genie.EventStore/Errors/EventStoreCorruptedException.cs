namespace Genie.EventStore;

/// <summary>Bytes that were confirmed have changed since: the disk, or another program, damaged them. Nothing damaged is served or cut off.</summary>
public sealed class EventStoreCorruptedException(string file, long offset, string detail)
    : EventStoreException($"The event store's {file} is damaged at byte {offset} ({detail}). Restore it from a copy; nothing was changed.", isTransient: false);
