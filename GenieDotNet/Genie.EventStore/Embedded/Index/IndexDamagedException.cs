namespace Genie.EventStore.Embedded.Index;

/// <summary>An index file is not as it was written. Nothing is lost: it is made again from its segments.</summary>
internal sealed class IndexDamagedException(IndexFile file) : Exception("An index file is not as it was written.")
{
    public IndexFile File { get; } = file;
}
