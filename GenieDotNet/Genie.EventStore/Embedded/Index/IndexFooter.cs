using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// The end of an index file. All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    47 45 49 01: "GEI" and the version
///   4     4    CRC-32C of offsets 8 to 344
///   8     8    the store's number
///  16     8    the first segment's number
///  24     8    the last segment's number
///  32     4    one more than the highest number of a stream named there
///  36     4    CRC-32C of the checksums of pages
///  40     8    offset of the checksums: CRC-32C of each 4,096 bytes before them
///  48    16    of each section: offset and bytes
/// 320     1    1 if some stream was deleted there
/// 321    23    0
/// </code>
/// </summary>
internal sealed record IndexFooter(ulong Store, long FirstSegment, long LastSegment, int NextNumber)
{
    public const int FooterBytes = 344;
    public const int SectionCount = (int)IndexSection.KeyFences + 1;
    private const uint Magic = 0x01494547;
    private const int CheckedFrom = 8;
    private const int SectionsAt = 48;
    private const int DeletionsAt = 320;

    public bool HasDeletions { get; init; }

    public uint ChecksumsChecksum { get; init; }

    public long ChecksumsOffset { get; init; }

    public (long Offset, long Bytes)[] Sections { get; init; } = new (long, long)[SectionCount];

    public byte[] ToBytes()
    {
        var bytes = new byte[FooterBytes];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, Magic);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(8), Store);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(16), FirstSegment);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(24), LastSegment);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(32), NextNumber);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(36), ChecksumsChecksum);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(40), ChecksumsOffset);
        for (var i = 0; i < SectionCount; i++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(SectionsAt + (i * 16)), Sections[i].Offset);
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(SectionsAt + (i * 16) + 8), Sections[i].Bytes);
        }

        bytes[DeletionsAt] = HasDeletions ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(bytes.AsSpan(CheckedFrom)));
        return bytes;
    }

    /// <summary>Reads it; null if it is not as it was written.</summary>
    public static IndexFooter? TryRead(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != FooterBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) != Magic) return null;
        if (Crc32C.Compute(bytes[CheckedFrom..]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])) return null;
        var footer = new IndexFooter(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]), BinaryPrimitives.ReadInt32LittleEndian(bytes[32..]))
        {
            HasDeletions = bytes[DeletionsAt] != 0,
            ChecksumsChecksum = BinaryPrimitives.ReadUInt32LittleEndian(bytes[36..]),
            ChecksumsOffset = BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
        };
        for (var i = 0; i < SectionCount; i++)
            footer.Sections[i] = (BinaryPrimitives.ReadInt64LittleEndian(bytes[(SectionsAt + (i * 16))..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[(SectionsAt + (i * 16) + 8)..]));
        return footer;
    }
}
