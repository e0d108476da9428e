using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded.Index;

/// <summary>An index file where none can be written: on media that take no writes, and on a full disk.</summary>
internal sealed class MemoryFile : ILogFile
{
    private byte[] _bytes = [];
    private int _length;

    public long Length => _length;

    public int Read(long offset, Span<byte> buffer)
    {
        var count = (int)Math.Clamp(_length - offset, 0, buffer.Length);
        _bytes.AsSpan((int)Math.Min(offset, _length), count).CopyTo(buffer);
        return count;
    }

    public void Write(long offset, ReadOnlySpan<byte> bytes)
    {
        var end = checked((int)offset + bytes.Length);
        if (end > _bytes.Length) Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(end, 2L * _bytes.Length)));
        bytes.CopyTo(_bytes.AsSpan((int)offset));
        _length = Math.Max(_length, end);
    }

    public void Sync()
    {
    }

    public void Dispose()
    {
    }
}
