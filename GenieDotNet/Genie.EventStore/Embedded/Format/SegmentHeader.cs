using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.EventStore.Embedded.Format;

/// <summary>
/// The head of a segment file. All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    47 45 53 01: "GES" and the version
///   4     4    CRC-32C of offsets 8 to 64
///   8     8    the store's number, drawn at random when the store was made
///  16     8    the segment's number
///  24     8    number of its first batch
///  32     8    number of the batch that the next segment begins with; 0 unless compacted
///  40     8    batches that a compacted segment holds
///  48     8    the last position before it
///  56     8    0; of a compacted segment a number drawn at random, so that what was known of the one before is not taken for its own
/// </code>
/// Behind it stand batches, then zeros.
/// </summary>
internal readonly record struct SegmentHeader(ulong Store, long Number, long FirstBatch, long PositionBefore)
{
    public const int HeaderBytes = 64;
    private const uint Magic = 0x01534547;
    private const int CheckedFrom = 8;

    /// <summary>Number of the batch that the next segment begins with; 0 unless compacted.</summary>
    public long BatchAfter { get; init; }

    /// <summary>Batches that a compacted segment holds.</summary>
    public long Batches { get; init; }

    /// <summary>Tells a compacted segment from another one of its number.</summary>
    public ulong Mark { get; init; }

    public bool IsCompacted => BatchAfter != 0;

    public void Write(Span<byte> destination)
    {
        destination[..HeaderBytes].Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(destination, Magic);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[8..], Store);
        BinaryPrimitives.WriteInt64LittleEndian(destination[16..], Number);
        BinaryPrimitives.WriteInt64LittleEndian(destination[24..], FirstBatch);
        BinaryPrimitives.WriteInt64LittleEndian(destination[32..], BatchAfter);
        BinaryPrimitives.WriteInt64LittleEndian(destination[40..], Batches);
        BinaryPrimitives.WriteInt64LittleEndian(destination[48..], PositionBefore);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[56..], Mark);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[4..], Crc32C.Compute(destination[CheckedFrom..HeaderBytes]));
    }

    public static bool TryRead(ReadOnlySpan<byte> bytes, out SegmentHeader header)
    {
        header = default;
        if (bytes.Length < HeaderBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) != Magic) return false;
        if (Crc32C.Compute(bytes[CheckedFrom..HeaderBytes]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])) return false;
        header = new SegmentHeader(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[48..]))
        {
            BatchAfter = BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]),
            Batches = BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
            Mark = BinaryPrimitives.ReadUInt64LittleEndian(bytes[56..]),
        };
        return true;
    }
}
