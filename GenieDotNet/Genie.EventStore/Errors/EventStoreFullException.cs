namespace Genie.EventStore;

/// <summary>There is no room on the disk. Nothing was written; the store can be read, and appended to once there is room.</summary>
public sealed class EventStoreFullException : EventStoreException
{
    private const string SaveAndCompact = "Make room, or save snapshots and compact: the store keeps a reserve for both.";

    /// <summary>Creates the error of an append.</summary>
    /// <param name="place">The store's folder.</param>
    /// <param name="innerException">What the disk said.</param>
    public EventStoreFullException(string place, Exception? innerException = null)
        : this(place, SaveAndCompact, innerException)
    {
    }

    private EventStoreFullException(string place, string advice, Exception? innerException)
        : base($"The disk of the event store in {place} is full. {advice}", isTransient: true, innerException)
    {
    }

    internal static EventStoreFullException FirstSegment(string place, long bytes, Exception innerException) => new(
        place, $"The first segment takes {bytes:N0} bytes. Make room, or open the store with smaller SegmentBytes.", innerException);

    internal static EventStoreFullException Reserve(string place, long bytes, Exception innerException) => new(
        place, $"What is kept of it for snapshots and checkpoints is used up, too. Compact, and if that frees nothing make room of {bytes:N0} bytes.", innerException);

    internal static EventStoreFullException Backup(string place, Exception innerException) => new(place, "Make room for the backup; what was there of an earlier one is as it was.", innerException);

    internal static EventStoreFullException Compaction(string place, long bytes, Exception innerException) => new(
        place, $"The smallest file that compaction would write takes {bytes:N0} bytes, which the reserve does not hold. Make as much room.", innerException);
}
