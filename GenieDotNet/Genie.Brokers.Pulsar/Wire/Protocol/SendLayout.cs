using System.Buffers.Binary;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// The frame of SEND: sizes and command, the mark 0x0e01, CRC-32C of all that follows it, metadata size, metadata, payload.
/// It is written front to back, its sizes and checksum filled in at the end.
/// </summary>
internal ref struct SendLayout
{
    /// <summary>Room for all but properties and payload.</summary>
    public const int OverheadBytesMax = 160;

    private const ushort Mark = 0x0e01;
    private const int SizeBytes = 4;
    private readonly Span<byte> _frame;
    private readonly int _markEnd;
    private readonly int _metadataStart;

    private SendLayout(Span<byte> frame, int markEnd)
    {
        _frame = frame;
        _markEnd = markEnd;
        _metadataStart = markEnd + (2 * SizeBytes);
        Metadata = new ProtoWriter(frame[_metadataStart..]);
    }

    /// <summary>What MessageMetadata holds.</summary>
    public ProtoWriter Metadata;

    /// <summary>Begins the frame: command, and the metadata that every message needs.</summary>
    /// <param name="frame">Where it goes.</param>
    /// <param name="head">The producer's id and what its metadata begin with.</param>
    /// <param name="sequence">Number of the first message.</param>
    /// <param name="count">Messages in it.</param>
    public static SendLayout Begin(Span<byte> frame, ProducerHead head, ulong sequence, int count)
    {
        var command = new ProtoWriter(frame[CommandFrame.HeadBytes..]);
        command.Number(BaseCommand.TypeFieldNumber, (ulong)BaseCommand.Types.Type.Send);
        var start = command.BeginShort(6);
        command.Number(1, head.ProducerId);
        command.Number(2, sequence);
        if (count > 1)
        {
            command.Number(3, (ulong)count);
            command.Number(6, sequence + (ulong)count - 1);
        }

        command.EndShort(start);
        BinaryPrimitives.WriteInt32BigEndian(frame[SizeBytes..], command.Written);
        BinaryPrimitives.WriteUInt16BigEndian(frame[(CommandFrame.HeadBytes + command.Written)..], Mark);
        var layout = new SendLayout(frame, CommandFrame.HeadBytes + command.Written + sizeof(ushort));
        layout.Metadata.Raw(head.Metadata.Span);
        layout.Metadata.Number(2, sequence);
        layout.Metadata.Number(3, (ulong)DateTimeOffset.UtcNow.ToUnixTimeMilliseconds());
        return layout;
    }

    /// <summary>Ends it with the payload; returns the frame's length.</summary>
    public readonly int End(ReadOnlySpan<byte> payload)
    {
        var metadataBytes = Metadata.Written;
        BinaryPrimitives.WriteInt32BigEndian(_frame[(_markEnd + SizeBytes)..], metadataBytes);
        payload.CopyTo(_frame[(_metadataStart + metadataBytes)..]);
        var length = _metadataStart + metadataBytes + payload.Length;
        BinaryPrimitives.WriteUInt32BigEndian(_frame[_markEnd..], Crc32C.Compute(_frame[(_markEnd + SizeBytes)..length]));
        BinaryPrimitives.WriteInt32BigEndian(_frame, length - SizeBytes);
        return length;
    }
}
