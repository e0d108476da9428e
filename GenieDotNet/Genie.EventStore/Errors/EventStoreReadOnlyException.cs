namespace Genie.EventStore;

/// <summary>The store cannot be written to: it was opened to be read, or its disk or folder lets nobody write.</summary>
public sealed class EventStoreReadOnlyException(string place, Exception? innerException = null)
    : EventStoreException($"The event store in {place} cannot be written to{(innerException is null ? "" : $" ({innerException.Message})")}. Open it with ReadOnly to read it; to write, open it without, on a disk that takes writes.", isTransient: false, innerException);
