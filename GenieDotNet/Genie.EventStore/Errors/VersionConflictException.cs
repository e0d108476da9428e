namespace Genie.EventStore;

/// <summary>A stream is not at the version that the caller built upon: somebody else wrote. Nothing was written.</summary>
public sealed class VersionConflictException(string stream, long expectedVersion, long actualVersion, Exception? innerException = null)
    : EventStoreException($"Stream '{stream}' is at version {actualVersion}, not {expectedVersion}: read what was added, decide again, append again.", isTransient: false, innerException)
{
    /// <summary>The version that the caller expected.</summary>
    public long ExpectedVersion { get; } = expectedVersion;

    /// <summary>The version that the stream has.</summary>
    public long ActualVersion { get; } = actualVersion;
}
