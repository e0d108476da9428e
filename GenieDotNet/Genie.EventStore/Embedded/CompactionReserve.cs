using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded;

/// <summary>
/// A file that holds room for what makes room: so that a disk which others have filled can still be compacted. Up to a half of it goes to
/// snapshots and checkpoints, without which compaction has nothing to remove; the rest is compaction's.
/// </summary>
internal sealed class CompactionReserve(ILogDisk disk, long bytes)
{
    /// <summary>The file's name.</summary>
    public const string Name = "reserve";

    private readonly Lock _lock = new();

    /// <summary>Takes all of the room, or what can be had of it, unless as much is taken.</summary>
    public void Restore()
    {
        lock (_lock)
        {
            for (var (wanted, held) = (bytes, Held()); wanted > held && wanted >= bytes / 8; wanted /= 2)
            {
                if (TryTake(wanted)) return;
            }
        }
    }

    /// <summary>Gives the room up.</summary>
    /// <returns>False if there is none to give.</returns>
    public bool TryRelease()
    {
        lock (_lock)
        {
            if (Held() == 0) return false;
            Release();
            return true;
        }
    }

    /// <summary>Gives up what a file of snapshots needs, if a half of the room is left then.</summary>
    /// <param name="needed">Bytes of the file.</param>
    /// <param name="create">Makes it.</param>
    /// <returns>What it made; null if there is no such room.</returns>
    public ILogFile? TryGive(long needed, Func<ILogFile> create)
    {
        lock (_lock)
        {
            var rest = Held() - needed;
            if (rest < bytes / 2) return null;
            Release();
            try
            {
                return create();
            }
            finally
            {
                TryTake(rest);
            }
        }
    }

    private long Held()
    {
        if (!disk.List().Contains(Name)) return 0;
        using var file = disk.Open(Name);
        return file.Length;
    }

    private void Release()
    {
        disk.Delete(Name);
        disk.SyncFolder();
    }

    private bool TryTake(long wanted)
    {
        // Beside what is there until it is whole, so that trying costs nothing.
        var unfinished = Log.LogRecovery.UnfinishedName(Name);
        try
        {
            disk.Create(unfinished, wanted).Dispose();
            disk.Replace(unfinished, Name);
            return true;
        }
        catch (IOException)
        {
            // A disk as full as that: the next compaction tries again.
            return false;
        }
    }
}
