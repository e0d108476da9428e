using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// Reads MESSAGE and what follows it: perhaps the broker's own metadata behind the mark 0x0e02, then the mark 0x0e01 with the
/// CRC-32C of the rest, metadata size, metadata, payload. A batch's payload is a row of metadata size,
/// SingleMessageMetadata and payload.
/// </summary>
internal sealed class PulsarEntryReader
{
    private const ushort BrokerMetadataMark = 0x0e02;
    private const ushort ChecksumMark = 0x0e01;
    private const int SizeBytes = 4;
    private const int BatchCountMax = 1 << 20;
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
        ReadMetadata(metadata, ref entry);
        entry.Single.Payload = rest;
        return entry;
    }

    /// <summary>Takes the next message of a batch.</summary>
    /// <exception cref="BrokerProtocolException">The batch is shorter than it said.</exception>
    public PulsarSingleMessage TakeSingle(ref ReadOnlySequence<byte> batch)
    {
        var single = default(PulsarSingleMessage);
        var payloadBytes = 0UL;
        var metadata = new ProtoReader(Contiguous(Take(ref batch, TakeSize(ref batch))));
        while (metadata.TryRead())
        {
            if (metadata.Field == 1) PulsarProperties.Read(metadata.Bytes, ref single.ReplyTo, ref single.Correlation);
            else if (metadata.Field == 3) payloadBytes = metadata.Number;
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
                case 4:
                    PulsarProperties.Read(reader.Bytes, ref entry.Single.ReplyTo, ref entry.Single.Correlation);
                    break;
                case 8 when reader.Number != 0:
                    entry.Discard = AckDiscard.Decompression;
                    break;
                case 11:
                    if (reader.Number is 0 or > BatchCountMax) throw Broken($"a batch of {reader.Number} messages");
                    entry.BatchCount = (int)reader.Number;
                    break;
                case 13:
                    entry.Discard = AckDiscard.Decryption;
                    break;
                default:
                    break;
            }
        }
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
