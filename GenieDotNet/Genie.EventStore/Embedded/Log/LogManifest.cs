using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// Says what must be on disk, so that segments which were deleted, cut or zeroed are missed. It never says more than is there: it is
/// written when what it says is synced. One thread uses it.
/// </summary>
internal sealed class LogManifest(ILogDisk disk, TimeProvider clock) : IDisposable
{
    /// <summary>The file's name.</summary>
    public const string Name = "manifest";

    // Beside the commits it may lag by so much, and costs next to nothing.
    private const int MarkBytes = 256 << 10;
    private const int MarksPerSecond = 10;
    private const int MarkSlot = 2;

    private ILogFile? _file;
    private int _slot;
    private long _unmarkedBytes;
    private long _markedTimestamp = clock.GetTimestamp();

    /// <summary>What must be there, as far as is known; null for a store that has no manifest yet.</summary>
    public ManifestEntry? Known { get; private set; }

    /// <summary>Reads it.</summary>
    /// <exception cref="EventStoreCorruptedException">No slot is as it was written.</exception>
    public void Load()
    {
        if (!disk.List().Contains(Name)) return;
        _file = disk.Open(Name);
        Span<byte> bytes = stackalloc byte[ManifestEntry.EntryBytes];
        var isBroken = false;
        for (var slot = 0; slot < ManifestEntry.Slots; slot++)
        {
            var read = _file.ReadFully(slot * ManifestEntry.SlotBytes, bytes);
            var isWhole = ManifestEntry.TryRead(bytes[..read], out var entry);

            // One of the first two stays whole whatever becomes of the next write: that goes where none is, or, since the newest may be
            // in the page cache only, where that stands.
            if (slot != MarkSlot && !isBroken && (!isWhole || Known is null || entry.Number >= Known.Value.Number)) (_slot, isBroken) = (slot, !isWhole);
            if (isWhole && (Known is null || entry.Number >= Known.Value.Number)) Known = entry;
        }

        if (Known is null) throw new EventStoreCorruptedException(Name, 0, "no entry is as it was written");
    }

    /// <summary>Writes that all batches before one are on disk, and waits until that itself is.</summary>
    public void Confirm(ulong store, long firstSegment, long lastSegment, long nextBatch)
    {
        var entry = Next(store, firstSegment, lastSegment, nextBatch);
        if (_file is null)
        {
            Create(entry);
        }
        else
        {
            // After a sync that failed nobody knows what the slot holds: it is written again, and the other one stays as it is.
            Write(_slot, entry);
            _file.Sync();
        }

        _slot = 1 - _slot;
        (Known, _unmarkedBytes) = (entry, 0);
    }

    /// <summary>As <see cref="Confirm"/> without waiting, and not each time.</summary>
    public void Mark(int bytes, long nextBatch)
    {
        _unmarkedBytes += bytes;
        var now = clock.GetTimestamp();
        if (_file is null || (_unmarkedBytes < MarkBytes && now - _markedTimestamp < clock.TimestampFrequency / MarksPerSecond)) return;
        (_unmarkedBytes, _markedTimestamp) = (0, now);
        var known = Known!.Value;
        var entry = Next(known.Store, known.FirstSegment, known.LastSegment, nextBatch);
        try
        {
            Write(MarkSlot, entry);
            Known = entry;
        }
        catch (IOException)
        {
            // What it would have said is on disk all the same.
        }
    }

    public void Dispose() => _file?.Dispose();

    private ManifestEntry Next(ulong store, long firstSegment, long lastSegment, long nextBatch) =>
        new(store, (Known?.Number ?? 0) + 1, firstSegment, lastSegment, nextBatch);

    private void Create(in ManifestEntry entry)
    {
        // Under another name until it is whole: a crash leaves none, or one that says something.
        var name = LogRecovery.UnfinishedName(Name);
        _file = disk.Create(name, ManifestEntry.Slots * ManifestEntry.SlotBytes);
        try
        {
            Write(0, entry);
            _file.Sync();
            disk.Replace(name, Name);
            disk.SyncFolder();
            _slot = 0;
        }
        catch
        {
            _file.Dispose();
            _file = null;
            throw;
        }
    }

    private void Write(int slot, in ManifestEntry entry)
    {
        Span<byte> bytes = stackalloc byte[ManifestEntry.EntryBytes];
        entry.Write(bytes);
        _file!.Write(slot * ManifestEntry.SlotBytes, bytes);
    }
}
