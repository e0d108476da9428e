namespace Genie.EventStore;

/// <summary>Writing failed, and what the disk holds of the last group of appends is unknown. Reopening the store finds out.</summary>
public sealed class EventStoreFailedException(string place, Exception? innerException = null)
    : EventStoreException($"Writing to the event store in {place} failed ({innerException?.Message}); it takes no more appends. Close and open it again: what was confirmed is there.", isTransient: false, innerException);
