using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.EventStore.Embedded.Format;

/// <summary>
/// A record of the log. All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    length of the record
///   4     4    CRC-32C of everything from offset 8
///   8     1    kind
///   9     1    1 if a key follows the header
///  10     2    bytes of the text (event type, stream name, projection)
///  12     4    the stream's number
///  16     8    version; of a checkpoint, its position; of a deletion, the version after the last one deleted
///  24     8    position in the global order
///  32     8    time, microseconds since 1970
///  40    20    key, if any: run 8, sender 4, sequence 8
///   …     …    metadata, of events that have some (<see cref="MetadataBytes"/>)
///   …     …    text, then payload
/// </code>
/// </summary>
internal readonly ref struct LogRecord
{
    public const int HeaderBytes = 40;
    public const int KeyBytes = 20;
    public const int TextBytesMax = EventText.BytesMax;
    private const int CheckedFrom = 8;

    public required RecordKind Kind { get; init; }

    public int StreamNumber { get; init; }

    public long Version { get; init; }

    public long Position { get; init; }

    public long TimeMicroseconds { get; init; }

    public RequestKey? Key { get; init; }

    /// <summary>As <see cref="MetadataBytes"/> has it; events only.</summary>
    public ReadOnlySpan<byte> Metadata { get; init; }

    public ReadOnlySpan<byte> Text { get; init; }

    public ReadOnlySpan<byte> Payload { get; init; }

    /// <summary>Bytes that it takes in the log.</summary>
    public int Length => HeaderBytes + (Key is null ? 0 : KeyBytes) + Metadata.Length + Text.Length + Payload.Length;

    /// <summary>Writes it.</summary>
    /// <returns>Bytes written.</returns>
    public int Write(Span<byte> destination)
    {
        var record = destination[..Length];
        BinaryPrimitives.WriteInt32LittleEndian(record, record.Length);
        record[8] = (byte)(Metadata.IsEmpty ? Kind : RecordKind.EventWithMetadata);
        record[9] = Key is null ? (byte)0 : (byte)1;
        BinaryPrimitives.WriteUInt16LittleEndian(record[10..], (ushort)Text.Length);
        BinaryPrimitives.WriteInt32LittleEndian(record[12..], StreamNumber);
        BinaryPrimitives.WriteInt64LittleEndian(record[16..], Version);
        BinaryPrimitives.WriteInt64LittleEndian(record[24..], Position);
        BinaryPrimitives.WriteInt64LittleEndian(record[32..], TimeMicroseconds);
        var rest = record[HeaderBytes..];
        if (Key is { } key)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(rest, key.Run);
            BinaryPrimitives.WriteUInt32LittleEndian(rest[8..], key.Sender);
            BinaryPrimitives.WriteUInt64LittleEndian(rest[12..], key.Sequence);
            rest = rest[KeyBytes..];
        }

        Metadata.CopyTo(rest);
        rest = rest[Metadata.Length..];
        Text.CopyTo(rest);
        Payload.CopyTo(rest[Text.Length..]);
        BinaryPrimitives.WriteUInt32LittleEndian(record[4..], Crc32C.Compute(record[CheckedFrom..]));
        return record.Length;
    }

    /// <summary>Reads the record that begins there; false if it is not whole, or not as it was written.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, bool verify, out LogRecord record)
    {
        record = default;
        if (bytes.Length < HeaderBytes) return false;
        var length = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        if (length < HeaderBytes || length > bytes.Length) return false;
        var whole = bytes[..length];
        if (verify && Crc32C.Compute(whole[CheckedFrom..]) != BinaryPrimitives.ReadUInt32LittleEndian(whole[4..])) return false;
        var time = BinaryPrimitives.ReadInt64LittleEndian(whole[32..]);
        if (verify && (time < RecordTime.Min || time > RecordTime.Max)) return false;
        var text = BinaryPrimitives.ReadUInt16LittleEndian(whole[10..]);
        var kind = (RecordKind)whole[8];
        var metadataAt = HeaderBytes + (whole[9] == 0 ? 0 : KeyBytes);
        if (metadataAt > length) return false;
        var metadata = kind == RecordKind.EventWithMetadata ? MetadataBytes.LengthOf(whole[metadataAt..]) : 0;
        var textAt = metadataAt + metadata;
        if (metadata < 0 || textAt + text > length) return false;
        record = new LogRecord
        {
            Kind = kind == RecordKind.EventWithMetadata ? RecordKind.Event : kind,
            StreamNumber = BinaryPrimitives.ReadInt32LittleEndian(whole[12..]),
            Version = BinaryPrimitives.ReadInt64LittleEndian(whole[16..]),
            Position = BinaryPrimitives.ReadInt64LittleEndian(whole[24..]),
            TimeMicroseconds = time,
            Key = whole[9] == 0 ? null : ReadKey(whole[HeaderBytes..]),
            Metadata = whole.Slice(metadataAt, metadata),
            Text = whole.Slice(textAt, text),
            Payload = whole[(textAt + text)..],
        };
        return true;
    }

    private static RequestKey ReadKey(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadUInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]), BinaryPrimitives.ReadUInt64LittleEndian(bytes[12..]));
}
