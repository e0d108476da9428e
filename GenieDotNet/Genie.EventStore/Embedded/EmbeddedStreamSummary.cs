namespace Genie.EventStore.Embedded;

/// <summary>What an embedded store has of a stream.</summary>
/// <param name="Name">Its name.</param>
/// <param name="FirstVersion">The version of the first event that can be read; one more than <paramref name="Version"/> if there is none.</param>
/// <param name="Version">The last version given, to an event or a deletion.</param>
/// <param name="IsAfterDeletion">True if what stood before <paramref name="FirstVersion"/> was deleted; false if it is there, or compaction took it, which leaves a
/// snapshot of at least the version before.</param>
public readonly record struct EmbeddedStreamSummary(string Name, long FirstVersion, long Version, bool IsAfterDeletion);
