namespace Genie.EventStore.Embedded.Log;

/// <summary>What is known of a stream that is in use. Written by the committer under the index's lock, read by others under it.</summary>
internal sealed class StreamEntry(string name, int number)
{
    public string Name { get; } = name;

    public int Number { get; } = number;

    /// <summary>The last version given, to an event or a deletion.</summary>
    public long Version { get; set; }

    /// <summary>True if what stood before <see cref="FirstVersion"/> was deleted.</summary>
    public bool IsAfterDeletion { get; set; }

    /// <summary>True if it was deleted, and nothing was appended since.</summary>
    public bool IsDeleted => IsAfterDeletion && Version < FirstVersion;

    /// <summary>True once the log says which name the number stands for.</summary>
    public bool IsDeclared { get; set; }

    /// <summary>The version of the first event that can be read.</summary>
    public long FirstVersion { get; set; } = 1;

    public long SnapshotVersion { get; set; }

    public Location Snapshot { get; set; }
}
