using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded;

/// <summary>A file that holds room for compaction, so that a disk which others have filled can still be compacted.</summary>
internal sealed class CompactionReserve(ILogDisk disk, long bytes)
{
    /// <summary>The file's name.</summary>
    public const string Name = "reserve";

    private readonly Lock _lock = new();

    /// <summary>Takes the room, unless it is taken, or there is none.</summary>
    public void Restore()
    {
        lock (_lock)
        {
            if (disk.List().Contains(Name)) return;
            try
            {
                disk.Create(Name, bytes).Dispose();
            }
            catch (IOException)
            {
                // A disk as full as that: the next compaction tries again.
            }
        }
    }

    /// <summary>Gives the room up.</summary>
    /// <returns>False if there is none to give.</returns>
    public bool TryRelease()
    {
        lock (_lock)
        {
            if (!disk.List().Contains(Name)) return false;
            disk.Delete(Name);
            disk.SyncFolder();
            return true;
        }
    }
}
