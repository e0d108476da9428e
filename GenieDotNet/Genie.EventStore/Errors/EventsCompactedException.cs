namespace Genie.EventStore;

/// <summary>Events were asked for that compaction has removed.</summary>
public sealed class EventsCompactedException(string stream, long fromVersion, long firstVersion)
    : EventStoreException($"Stream '{stream}' was compacted: version {fromVersion} is gone, {firstVersion} is the first there. Load the snapshot and read on from its version.", isTransient: false)
{
    /// <summary>The first version that can still be read.</summary>
    public long FirstVersion { get; } = firstVersion;
}
