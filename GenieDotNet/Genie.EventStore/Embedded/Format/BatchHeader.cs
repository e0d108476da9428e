using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.EventStore.Embedded.Format;

/// <summary>
/// What stands before the records that were written and synced together; a batch without records confirms those before it. All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    47 45 42 01: "GEB" and the version
///   4     4    CRC-32C of offsets 8 to 32
///   8     8    the store's number, so that no other store's batch is taken for one of this
///  16     8    the batch's number; one more than that of the batch before
///  24     4    bytes of records that follow
///  28     4    how many records
/// </code>
/// </summary>
internal readonly record struct BatchHeader(ulong Store, long Number, int Bytes, int Records)
{
    public const int HeaderBytes = 32;
    private const uint Magic = 0x01424547;
    private const int CheckedFrom = 8;

    public void Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(destination, Magic);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[8..], Store);
        BinaryPrimitives.WriteInt64LittleEndian(destination[16..], Number);
        BinaryPrimitives.WriteInt32LittleEndian(destination[24..], Bytes);
        BinaryPrimitives.WriteInt32LittleEndian(destination[28..], Records);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[4..], Crc32C.Compute(destination[CheckedFrom..HeaderBytes]));
    }

    public static bool TryRead(ReadOnlySpan<byte> bytes, out BatchHeader header)
    {
        header = default;
        if (bytes.Length < HeaderBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) != Magic) return false;
        if (Crc32C.Compute(bytes[CheckedFrom..HeaderBytes]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])) return false;
        header = new BatchHeader(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]), BinaryPrimitives.ReadInt32LittleEndian(bytes[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[28..]));
        return header.Bytes >= 0 && header.Records >= 0;
    }

    /// <summary>Where a header of this store (any, if null) and of no smaller number stands among bytes, or -1.</summary>
    public static int Find(ReadOnlySpan<byte> bytes, ulong? store, long numberMin)
    {
        Span<byte> magic = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(magic, Magic);
        for (var at = 0; at < bytes.Length;)
        {
            var found = bytes[at..].IndexOf(magic);
            if (found < 0) return -1;
            at += found;
            if (TryRead(bytes[at..], out var header) && (store is null || header.Store == store) && header.Number >= numberMin) return at;
            at++;
        }

        return -1;
    }
}
