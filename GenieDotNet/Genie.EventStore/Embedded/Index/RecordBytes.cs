using System.Buffers;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>One record's bytes, read from its segment.</summary>
internal readonly struct RecordBytes : IDisposable
{
    private const int LikelyBytes = 1024;

    private readonly Segment _segment;
    private readonly long _offset;
    private readonly byte[] _bytes;
    private readonly int _length;

    private RecordBytes(Segment segment, long offset, byte[] bytes, int length) => (_segment, _offset, _bytes, _length) = (segment, offset, bytes, length);

    public static RecordBytes Read(Segment segment, long offset)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(LikelyBytes);
        var length = segment.File.ReadFully(offset, bytes);
        var wanted = length < sizeof(int) ? 0 : BitConverter.ToInt32(bytes);
        if (wanted <= length || wanted > segment.File.Length - offset) return new RecordBytes(segment, offset, bytes, length);
        ArrayPool<byte>.Shared.Return(bytes);
        bytes = ArrayPool<byte>.Shared.Rent(wanted);
        return new RecordBytes(segment, offset, bytes, segment.File.ReadFully(offset, bytes.AsSpan(0, wanted)));
    }

    /// <summary>The record.</summary>
    /// <exception cref="EventStoreCorruptedException">It is not as it was written.</exception>
    public LogRecord Parse() => LogRecord.TryRead(_bytes.AsSpan(0, _length), verify: true, out var record)
        ? record : throw new EventStoreCorruptedException(_segment.Name, _offset, "a confirmed record is not as it was written");

    public void Dispose() => ArrayPool<byte>.Shared.Return(_bytes);
}
