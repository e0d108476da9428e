namespace Genie.EventStore;

/// <summary>An append exceeds what the store takes; nothing was written.</summary>
public sealed class EventTooLargeException(string stream, long bytes, long maxBytes)
    : EventStoreException($"An append of {bytes:N0} bytes to '{stream}' exceeds the largest allowed, {maxBytes:N0}. Append less at once, or raise the store's limit.", isTransient: false);
