namespace Genie.EventStore;

/// <summary>There is no room for another segment. Nothing was written; the store can be read, and appended to once there is room.</summary>
public sealed class EventStoreFullException(string place, Exception? innerException = null)
    : EventStoreException($"The disk of the event store in {place} is full. Make room, or save snapshots and compact.", isTransient: true, innerException);
