using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>A file on the fake disk: what the program sees, and what is on the platter.</summary>
internal sealed class FakeFile(FakeDisk disk, long bytes) : ILogFile
{
    private const int SectorBytes = 512;

    // The power fails in a sync about as often as in a write of so many bytes.
    private const int SyncCost = 200;

    private readonly SortedSet<int> _unsynced = [];
    private byte[] _seen = new byte[bytes];
    private byte[] _platter = new byte[bytes];
    private bool _isSizeSynced;

    public long Length => _seen.Length;

    /// <summary>The disk whose life this handle belongs to.</summary>
    public int Life { get; set; } = disk.Life;

    public int Read(long offset, Span<byte> buffer)
    {
        ObjectDisposedException.ThrowIf(!IsOpen, this);
        disk.CheckAlive(this);
        var room = (int)Math.Min(buffer.Length, Math.Max(0, _seen.Length - offset));
        if (room > 1 && disk.Random.Next(8) == 0) room = disk.Random.Next(1, room);
        _seen.AsSpan((int)offset, room).CopyTo(buffer);
        return room;
    }

    public void Write(long offset, ReadOnlySpan<byte> bytes)
    {
        disk.CheckAlive(this);
        Grow(offset + bytes.Length);
        var written = disk.BytesBeforeFailure(bytes.Length);
        bytes[..written].CopyTo(_seen.AsSpan((int)offset));
        for (var sector = offset / SectorBytes; sector * SectorBytes < offset + written; sector++) _unsynced.Add((int)sector);
        if (written < bytes.Length) throw disk.Fail();
    }

    public void Sync()
    {
        disk.CheckAlive(this);
        if (disk.BytesBeforeFailure(SyncCost) < SyncCost) throw disk.Fail();
        if (disk.FailsSync())
        {
            foreach (var sector in _unsynced.Where(_ => disk.Random.Next(2) == 0)) Store(sector);
            _unsynced.Clear();
            throw new IOException("The fake disk failed to sync.");
        }

        foreach (var sector in _unsynced) Store(sector);
        _unsynced.Clear();
        _isSizeSynced = true;
    }

    /// <summary>True from when it is opened until it is closed.</summary>
    public bool IsOpen { get; set; }

    public void Dispose() => IsOpen = false;

    /// <summary>Puts other bytes in the place of all.</summary>
    public void Set(byte[] bytes) => (_seen, _platter, _isSizeSynced) = (bytes, (byte[])bytes.Clone(), true);

    /// <summary>All bytes, as the program sees them.</summary>
    public byte[] ToArray() => (byte[])_seen.Clone();

    private void Grow(long length)
    {
        if (length <= _seen.Length) return;
        disk.Take(length - _seen.Length);
        Array.Resize(ref _seen, (int)length);
        Array.Resize(ref _platter, (int)length);
    }

    private void Store(int sector)
    {
        var start = sector * SectorBytes;
        var end = Math.Min(start + SectorBytes, _seen.Length);
        _seen.AsSpan(start, end - start).CopyTo(_platter.AsSpan(start));
    }

    /// <summary>What a power failure leaves: of each sector that was not synced the old, the new, or both torn.</summary>
    public void Crash(Random random)
    {
        var keepsAll = random.Next(3) == 0;
        foreach (var sector in _unsynced)
        {
            var start = sector * SectorBytes;
            var end = Math.Min(start + SectorBytes, _seen.Length);
            var fate = keepsAll ? 7 : random.Next(9);
            if (fate < 4) end = start;
            else if (fate == 8) end = random.Next(start, end);
            _seen.AsSpan(start, end - start).CopyTo(_platter.AsSpan(start));
        }

        if (!_isSizeSynced && random.Next(3) == 0) _platter = [];
        _seen = (byte[])_platter.Clone();
        _unsynced.Clear();
        _isSizeSynced = true;
    }

    /// <summary>The end is cut off or zeroed, from somewhere in what was written on.</summary>
    public void LoseEnd(Random random)
    {
        var from = random.Next(_seen.AsSpan().LastIndexOfAnyExcept((byte)0) + 1);
        if (random.Next(2) == 0) _seen = _seen[..from];
        else _seen.AsSpan(from).Clear();
        _platter = (byte[])_seen.Clone();
    }

    /// <summary>Turns one bit around.</summary>
    public void Rot(Random random)
    {
        if (_seen.Length == 0) return;
        var used = _seen.AsSpan().LastIndexOfAnyExcept((byte)0) + 1;
        var at = random.Next(Math.Max(used, 1));
        _seen[at] ^= (byte)(1 << random.Next(8));
        _platter[at] = _seen[at];
    }
}
