namespace Genie.EventStore;

/// <summary>Events were asked for that compaction has removed, or that were deleted before others were appended.</summary>
public sealed class EventsCompactedException(string stream, long fromVersion, long firstVersion)
    : EventStoreException($"Stream '{stream}' was compacted, or deleted and begun anew: version {fromVersion} is gone, {firstVersion} is the first there. Load its snapshot, if it has one, and read on from there.", isTransient: false)
{
    /// <summary>The first version that can still be read.</summary>
    public long FirstVersion { get; } = firstVersion;
}
