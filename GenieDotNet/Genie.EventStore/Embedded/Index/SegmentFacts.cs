using System.Buffers.Binary;
using Genie.Brokers.Frame;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// By what an index file knows a segment again, and need not have it read. All numbers little-endian:
/// <code>
/// offset bytes
///   0     8    the segment's number
///   8     4    CRC-32C of its header
///  12     4    CRC-32C of the header of its last batch; 0 if it has none
///  16     4    CRC-32C of that batch's last record; 0 if it has none
///  20     4    landmarks
///  24     8    where its batches end
///  32     8    where the last batch begins
///  40     8    where that batch's last record begins
///  48     8    number of the batch after its last
///  56     8    the last position
/// </code>
/// </summary>
internal readonly record struct SegmentFacts(long Number, uint Header, uint LastBatch, uint LastRecord, int Landmarks, SegmentEnd End)
{
    public const int FactsBytes = 64;

    /// <summary>Of a segment that was read.</summary>
    public static SegmentFacts Of(Segment segment)
    {
        var end = segment.Ends;
        var header = new byte[SegmentHeader.HeaderBytes];
        segment.File.ReadFully(0, header);
        return new SegmentFacts(
            segment.Header.Number, Crc32C.Compute(header), ChecksumOf(segment.File, end.LastBatch, BatchHeader.HeaderBytes),
            RecordChecksum(segment.File, end.LastRecord, end.Offset) ?? 0, segment.Landmarks.Count, end);
    }

    /// <summary>True if a file's head and end are those that the index was made from.</summary>
    public bool Fit(ILogFile file)
    {
        if (file.Length < End.Offset || ChecksumOf(file, 0, SegmentHeader.HeaderBytes) != Header) return false;
        return ChecksumOf(file, End.LastBatch, BatchHeader.HeaderBytes) == LastBatch && RecordChecksum(file, End.LastRecord, End.Offset) == LastRecord;
    }

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteInt64LittleEndian(bytes, Number);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[8..], Header);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[12..], LastBatch);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[16..], LastRecord);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[20..], Landmarks);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], End.Offset);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[32..], End.LastBatch);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[40..], End.LastRecord);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[48..], End.NextBatch);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[56..], End.LastPosition);
    }

    public static SegmentFacts Read(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]), BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]),
        BinaryPrimitives.ReadUInt32LittleEndian(bytes[16..]), BinaryPrimitives.ReadInt32LittleEndian(bytes[20..]),
        new SegmentEnd(
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[48..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[56..])));

    private static uint ChecksumOf(ILogFile file, long offset, int count)
    {
        if (offset == 0 && count == BatchHeader.HeaderBytes) return 0;
        Span<byte> bytes = stackalloc byte[SegmentHeader.HeaderBytes];
        return Crc32C.Compute(bytes[..file.ReadFully(offset, bytes[..count])]);
    }

    /// <summary>The checksum of a whole record; 0 for none, null if it is not as it was written.</summary>
    private static uint? RecordChecksum(ILogFile file, long offset, long end)
    {
        if (offset == 0) return 0;
        var bytes = new byte[Math.Max(0, end - offset)];
        file.ReadFully(offset, bytes);
        return LogRecord.TryRead(bytes, verify: true, out _) ? BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4)) : null;
    }
}
