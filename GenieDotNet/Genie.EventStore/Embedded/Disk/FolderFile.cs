using Microsoft.Win32.SafeHandles;

namespace Genie.EventStore.Embedded.Disk;

/// <summary>A file of the file system, read and written at offsets, without a buffer of its own.</summary>
internal sealed class FolderFile : ILogFile
{
    // The page cache keeps a file in pieces as large as its writes, and a commit into a large one takes longer (Linux 6.18: a piece of 1 MiB
    // costs 10 to 20 us).
    private const int FillBytes = 64 << 10;

    private readonly SafeFileHandle _handle;
    private long _length;

    /// <summary>Opens the file.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="mode">Whether it must be there.</param>
    /// <param name="isReadOnly">True to read it while somebody else may write.</param>
    public FolderFile(string path, FileMode mode, bool isReadOnly = false)
    {
        _handle = isReadOnly
            ? File.OpenHandle(path, mode, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete)
            : File.OpenHandle(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete);
        _length = RandomAccess.GetLength(_handle);
    }

    // Known without asking: since Linux 6.13 a file whose times were asked for has its inode changed by the next write (multigrain
    // timestamps), and a file system without a journal writes that inode out with each commit.
    public long Length => Volatile.Read(ref _length);

    public int Read(long offset, Span<byte> buffer) => RandomAccess.Read(_handle, buffer, offset);

    public void Write(long offset, ReadOnlySpan<byte> bytes)
    {
        RandomAccess.Write(_handle, bytes, offset);
        if (offset + bytes.Length > _length) Volatile.Write(ref _length, offset + bytes.Length);
    }

    public void Sync() => DiskSync.Data(_handle);

    public void Dispose() => _handle.Dispose();

    /// <summary>Writes zeros: it takes the room that will be needed, and a sync of blocks that were written before has nothing to tell the
    /// file system's journal.</summary>
    public void Fill(long bytes)
    {
        var zeros = new byte[(int)Math.Min(bytes, FillBytes)];
        for (long at = 0; at < bytes; at += zeros.Length) Write(at, zeros.AsSpan(0, (int)Math.Min(zeros.Length, bytes - at)));
    }
}
