namespace Genie.EventStore.Embedded.Log;

/// <summary>What is known of a stream. Written by the committer under the index's lock, read by others under it.</summary>
internal sealed class StreamEntry(string name, int number)
{
    public string Name { get; } = name;

    public int Number { get; } = number;

    /// <summary>The last event's version.</summary>
    public long Version { get; set; }

    /// <summary>The version that the batch under way will bring, if it is the one of <see cref="StagedAttempt"/>; the committer's own.</summary>
    public long StagedVersion { get; set; }

    public long StagedAttempt { get; set; }

    /// <summary>True once the log says which name the number stands for.</summary>
    public bool IsDeclared { get; set; }

    /// <summary>The version of the first of <see cref="Events"/>.</summary>
    public long FirstVersion { get; set; } = 1;

    /// <summary>Where the events are, in order.</summary>
    public List<Location> Events { get; } = [];

    /// <summary>Events up to a version are gone: a snapshot stands for them.</summary>
    public void BeginAfter(long version)
    {
        Events.Clear();
        FirstVersion = version + 1;
    }

    public long SnapshotVersion { get; set; }

    public Location Snapshot { get; set; }
}
