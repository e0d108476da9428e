namespace Genie.EventStore;

/// <summary>The disk, or the process's share of it, did not give what an append or a compaction needs, for another reason than room: too many open files, say. Nothing was written.</summary>
public sealed class EventStoreDiskException(string place, Exception innerException)
    : EventStoreException($"The event store in {place} could not make a file: {innerException.Message} Nothing was written, and the store can be read. Remove the cause (for too many open files, close some or raise the limit, ulimit -n) and repeat the call.", isTransient: true, innerException);
