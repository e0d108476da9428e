using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.EventStore.Embedded.Format;

/// <summary>
/// What is known to be on disk, one slot of the manifest. All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    47 45 4D 01: "GEM" and the version
///   4     4    CRC-32C of offsets 8 to 64
///   8     8    the store's number
///  16     8    the entry's number: of two slots the one with the higher number counts
///  24     8    number of the first segment
///  32     8    number of the last segment that must be there
///  40     8    all batches with a smaller number must be there
///  48    16    0
/// </code>
/// The file has three slots, at 0, 4,096 and 8,192, so that a torn write spoils one alone. The first two are written alternately, each synced;
/// the third is written beside the commits, without a sync, and counts if it is whole.
/// </summary>
internal readonly record struct ManifestEntry(ulong Store, long Number, long FirstSegment, long LastSegment, long NextBatch)
{
    public const int EntryBytes = 64;
    public const int SlotBytes = 4096;
    public const int Slots = 3;
    private const uint Magic = 0x014D4547;
    private const int CheckedFrom = 8;

    public void Write(Span<byte> destination)
    {
        destination[..EntryBytes].Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(destination, Magic);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[8..], Store);
        BinaryPrimitives.WriteInt64LittleEndian(destination[16..], Number);
        BinaryPrimitives.WriteInt64LittleEndian(destination[24..], FirstSegment);
        BinaryPrimitives.WriteInt64LittleEndian(destination[32..], LastSegment);
        BinaryPrimitives.WriteInt64LittleEndian(destination[40..], NextBatch);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[4..], Crc32C.Compute(destination[CheckedFrom..EntryBytes]));
    }

    public static bool TryRead(ReadOnlySpan<byte> bytes, out ManifestEntry entry)
    {
        entry = default;
        if (bytes.Length < EntryBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) != Magic) return false;
        if (Crc32C.Compute(bytes[CheckedFrom..EntryBytes]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])) return false;
        entry = new ManifestEntry(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]));
        return true;
    }
}
