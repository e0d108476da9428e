namespace Genie.EventStore;

/// <summary>Another process, or another instance in this one, has the store open.</summary>
public sealed class EventStoreLockedException(string place, Exception? innerException = null)
    : EventStoreException($"The event store in {place} is open elsewhere, and it has one writer at a time. Close the other one first.", isTransient: true, innerException);
