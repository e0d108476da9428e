using Microsoft.Win32.SafeHandles;

namespace Genie.Grains.Events.Embedded.Disk;

/// <summary>A file of the file system, read and written at offsets, without a buffer of its own.</summary>
internal sealed class FolderFile(string path, FileMode mode) : ILogFile
{
    private const int FillBytes = 1 << 20;

    private readonly SafeFileHandle _handle = File.OpenHandle(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete);

    public long Length => RandomAccess.GetLength(_handle);

    public int Read(long offset, Span<byte> buffer) => RandomAccess.Read(_handle, buffer, offset);

    public void Write(long offset, ReadOnlySpan<byte> bytes) => RandomAccess.Write(_handle, bytes, offset);

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
