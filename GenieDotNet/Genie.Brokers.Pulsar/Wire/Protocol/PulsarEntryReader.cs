using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// Reads MESSAGE and what follows it: perhaps the broker's own metadata behind the mark 0x0e02, then the mark 0x0e01 with the
/// CRC-32C of the rest, metadata size, metadata, payload. A batch's payload is a row of metadata size,
/// SingleMessageMetadata and payload. What is compressed is decompressed, and chunks are joined.
/// </summary>
/// <param name="bytesMax">The largest payload, decompressed and joined, that is read.</param>
internal sealed class PulsarEntryReader(int bytesMax)
{
    private const ushort BrokerMetadataMark = 0x0e02;
    private const ushort ChecksumMark = 0x0e01;
    private const int SizeBytes = 4;
    private const int BatchCountMax = 1 << 20;
    private readonly PulsarChunks _chunks = new(bytesMax);
    private byte[] _metadata = new byte[256];

    /// <summary>Reads the command and everything up to the payload.</summary>
    /// <exception cref="BrokerProtocolException">It does not follow the protocol, or its checksum is wrong.</exception>
    public PulsarEntryFrame Read(in PulsarFrame frame)
    {
        var entry = new PulsarEntryFrame { Discard = AckDiscard.None };
        var command = new ProtoReader(frame.Command);
        while (command.TryRead())
        {
            if (command.Field == 9) ReadCommand(command.Bytes, ref entry);
        }

        var rest = frame.Rest;
        var mark = TakeMark(ref rest);
        if (mark == BrokerMetadataMark)
        {
            Take(ref rest, TakeSize(ref rest));
            mark = TakeMark(ref rest);
        }

        if (mark != ChecksumMark) throw Broken("a message without a checksum");
        var checksum = unchecked((uint)TakeInteger(ref rest));
        if (Crc32C.Compute(rest) != checksum) throw Broken("a message whose checksum is wrong");
        var metadata = Contiguous(Take(ref rest, TakeSize(ref rest)));
        entry.Payload = rest;
        entry.Single.Metadata = metadata;
        ReadMetadata(metadata, ref entry);
        if (entry.Chunk.Count > 1) entry.IsIncomplete = !_chunks.Join(ref entry);
        if (entry is { Compression: > 0, IsIncomplete: false, Problem: null }) Decompress(ref entry);
        entry.Single.Payload = entry.Payload;
        return entry;
    }

    /// <summary>Says that a message is larger than this side reads.</summary>
    public static string TooLarge(ulong bytes, int bytesMax) =>
        $"a message of {bytes:N0} bytes, more than the {bytesMax:N0} that are read: raise {nameof(PulsarOptions.ReceivedMessageBytesMax)}";

    /// <summary>Takes the next message of a batch.</summary>
    /// <exception cref="BrokerProtocolException">The batch is shorter than it said.</exception>
    public PulsarSingleMessage TakeSingle(ref ReadOnlySequence<byte> batch)
    {
        var single = default(PulsarSingleMessage);
        var payloadBytes = 0UL;
        single.Metadata = Contiguous(Take(ref batch, TakeSize(ref batch)));
        single.IsBatched = true;
        var metadata = new ProtoReader(single.Metadata);
        while (metadata.TryRead())
        {
            if (metadata.Field == SingleFields.Properties) PulsarProperties.Read(metadata.Bytes, ref single.ReplyTo, ref single.Correlation);
            else if (metadata.Field == SingleFields.PayloadSize) payloadBytes = metadata.Number;
        }

        if (payloadBytes > (ulong)batch.Length) throw Broken("a batch that ends too early");
        single.Payload = Take(ref batch, (int)payloadBytes);
        return single;
    }

    private static void ReadCommand(ReadOnlySpan<byte> message, ref PulsarEntryFrame entry)
    {
        var reader = new ProtoReader(message);
        while (reader.TryRead())
        {
            switch (reader.Field)
            {
                case 2:
                    entry.Id = PulsarEntryId.Read(reader.Bytes);
                    break;
                case 4:
                    // Rare: a batch of which some messages were acknowledged before it was delivered again.
                    entry.Unsettled = [.. entry.Unsettled ?? [], reader.Number];
                    break;
                default:
                    break;
            }
        }
    }

    private static void ReadMetadata(ReadOnlySpan<byte> metadata, ref PulsarEntryFrame entry)
    {
        var reader = new ProtoReader(metadata);
        while (reader.TryRead())
        {
            switch (reader.Field)
            {
                case MetadataFields.Properties:
                    PulsarProperties.Read(reader.Bytes, ref entry.Single.ReplyTo, ref entry.Single.Correlation);
                    break;
                case 8:
                    entry.Compression = reader.Number;
                    break;
                case 9:
                    entry.UncompressedBytes = reader.Number;
                    break;
                case 11:
                    if (reader.Number is 0 or > BatchCountMax) throw Broken($"a batch of {reader.Number} messages");
                    entry.BatchCount = (int)reader.Number;
                    break;
                case 13:
                    entry.Problem = "an encrypted message, which this client cannot decrypt: let its producer send it as it is, or encrypt with Genie.Brokers.Encryption";
                    break;
                case 26:
                    entry.Chunk.Uuid = reader.Bytes;
                    break;
                case 27:
                    entry.Chunk.Count = Int(reader.Number);
                    break;
                case 28:
                    entry.Chunk.TotalBytes = Int(reader.Number);
                    break;
                case 29:
                    entry.Chunk.Index = Int(reader.Number);
                    break;
                default:
                    break;
            }
        }
    }

    private static int Int(ulong number) => number <= int.MaxValue ? (int)number : throw Broken($"a chunk's number or size of {number}");

    private void Decompress(ref PulsarEntryFrame entry)
    {
        if (entry.UncompressedBytes > (ulong)bytesMax)
        {
            entry.Problem = TooLarge(entry.UncompressedBytes, bytesMax);
            return;
        }

        if (!PulsarCompression.IsKnown(entry.Compression))
        {
            entry.Problem = $"a message compressed by method {entry.Compression}, which this client does not know";
            return;
        }

        if (PulsarCompression.Decompress(entry.Compression, entry.Payload, (int)entry.UncompressedBytes) is { } payload)
        {
            entry.Payload = new ReadOnlySequence<byte>(payload);
            return;
        }

        (entry.Discard, entry.Problem) = (AckDiscard.Decompression, "a message that cannot be decompressed; it is acknowledged as damaged");
    }

    private static ushort TakeMark(ref ReadOnlySequence<byte> rest)
    {
        Span<byte> mark = stackalloc byte[sizeof(ushort)];
        Take(ref rest, mark.Length).CopyTo(mark);
        return BinaryPrimitives.ReadUInt16BigEndian(mark);
    }

    private static int TakeInteger(ref ReadOnlySequence<byte> rest)
    {
        Span<byte> size = stackalloc byte[SizeBytes];
        Take(ref rest, SizeBytes).CopyTo(size);
        return BinaryPrimitives.ReadInt32BigEndian(size);
    }

    private static int TakeSize(ref ReadOnlySequence<byte> rest)
    {
        var size = TakeInteger(ref rest);
        return size < 0 || size > rest.Length ? throw Broken("a size beyond its frame") : size;
    }

    private static ReadOnlySequence<byte> Take(ref ReadOnlySequence<byte> rest, int length)
    {
        if (length > rest.Length) throw Broken("a message that ends too early");
        var taken = rest.Slice(0, length);
        rest = rest.Slice(length);
        return taken;
    }

    private static BrokerProtocolException Broken(string what) => new(PulsarDrivers.Broker, what);

    private ReadOnlySpan<byte> Contiguous(ReadOnlySequence<byte> bytes)
    {
        if (bytes.IsSingleSegment) return bytes.FirstSpan;
        var length = (int)bytes.Length;
        if (_metadata.Length < length) _metadata = new byte[length];
        bytes.CopyTo(_metadata);
        return _metadata.AsSpan(0, length);
    }
}
