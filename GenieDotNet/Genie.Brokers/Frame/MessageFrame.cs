using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Brokers.Frame;

/// <summary>
/// The header that lies inside every measured payload, so that no driver can leave it out, and that an answer must echo.
/// </summary>
/// <remarks>
/// All numbers little-endian:
/// <code>
/// offset bytes
///   0     4    47 4E 46 01: "GNF" and the version
///   4     4    CRC-32C of everything from offset 8 to the message's end
///   8     8    run
///  16     8    sequence
///  24     8    intended send time, nanoseconds (signed)
///  32     4    sender
///  36     …    payload
/// </code>
/// The length is the message's own: a message that was cut fails its checksum.
/// </remarks>
/// <param name="Run">Names one use of one channel; a frame of another run has gone astray.</param>
/// <param name="Sender">Names a sender within the run, counted from 0.</param>
/// <param name="Sequence">Counts one sender's messages from 0, without gaps.</param>
/// <param name="IntendedSendTimeNanoseconds">When the message should have left, on the sender's own clock.</param>
public readonly record struct MessageFrame(ulong Run, uint Sender, ulong Sequence, long IntendedSendTimeNanoseconds)
{
    /// <summary>Bytes before the payload.</summary>
    public const int HeaderBytes = 36;

    private const uint Magic = 0x01464E47;
    private const int ChecksumOffset = 4;
    private const int CheckedFrom = 8;

    /// <summary>Writes header and payload.</summary>
    /// <param name="destination">At least <see cref="HeaderBytes"/> and the payload's length.</param>
    /// <param name="payload">What the frame carries.</param>
    /// <returns>Bytes written.</returns>
    public int Write(Span<byte> destination, ReadOnlySpan<byte> payload)
    {
        var message = destination[..(HeaderBytes + payload.Length)];
        payload.CopyTo(message[HeaderBytes..]);
        Seal(message);
        return message.Length;
    }

    /// <summary>Writes header and payload.</summary>
    public void Write(IBufferWriter<byte> writer, ReadOnlySpan<byte> payload) =>
        writer.Advance(Write(writer.GetSpan(HeaderBytes + payload.Length), payload));

    /// <summary>Writes the header before a payload that stands in place, from <see cref="HeaderBytes"/> to the end.</summary>
    public void Seal(Span<byte> message)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(message, Magic);
        BinaryPrimitives.WriteUInt64LittleEndian(message[8..], Run);
        BinaryPrimitives.WriteUInt64LittleEndian(message[16..], Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(message[24..], IntendedSendTimeNanoseconds);
        BinaryPrimitives.WriteUInt32LittleEndian(message[32..], Sender);
        BinaryPrimitives.WriteUInt32LittleEndian(message[ChecksumOffset..], Crc32C.Compute(message[CheckedFrom..]));
    }

    /// <summary>Reads a message; <paramref name="frame"/> and <paramref name="payload"/> are set where it is intact.</summary>
    public static FrameStatus Read(ReadOnlySpan<byte> message, out MessageFrame frame, out ReadOnlySpan<byte> payload)
    {
        payload = default;
        var status = ReadHeader(message, out frame, out var checksum);
        if (status != FrameStatus.Intact) return status;
        if (Crc32C.Compute(message[CheckedFrom..]) != checksum) return Mismatch(out frame);
        payload = message[HeaderBytes..];
        return FrameStatus.Intact;
    }

    /// <inheritdoc cref="Read(ReadOnlySpan{byte}, out MessageFrame, out ReadOnlySpan{byte})"/>
    public static FrameStatus Read(in ReadOnlySequence<byte> message, out MessageFrame frame, out ReadOnlySequence<byte> payload)
    {
        payload = default;
        Span<byte> copy = stackalloc byte[HeaderBytes];
        scoped var header = message.FirstSpan;
        if (header.Length < HeaderBytes && message.Length >= HeaderBytes)
        {
            message.Slice(0, HeaderBytes).CopyTo(copy);
            header = copy;
        }

        var status = ReadHeader(header, out frame, out var checksum);
        if (status != FrameStatus.Intact) return status;
        var actual = message.IsSingleSegment
            ? Crc32C.Compute(message.FirstSpan[CheckedFrom..]) : Crc32C.Compute(message.Slice(CheckedFrom));
        if (actual != checksum) return Mismatch(out frame);
        payload = message.Slice(HeaderBytes);
        return FrameStatus.Intact;
    }

    private static FrameStatus ReadHeader(ReadOnlySpan<byte> header, out MessageFrame frame, out uint checksum)
    {
        frame = default;
        checksum = 0;
        if (header.Length < HeaderBytes) return FrameStatus.TooShort;
        if (BinaryPrimitives.ReadUInt32LittleEndian(header) != Magic) return FrameStatus.WrongMagic;
        checksum = BinaryPrimitives.ReadUInt32LittleEndian(header[ChecksumOffset..]);
        frame = new MessageFrame(
            BinaryPrimitives.ReadUInt64LittleEndian(header[8..]), BinaryPrimitives.ReadUInt32LittleEndian(header[32..]),
            BinaryPrimitives.ReadUInt64LittleEndian(header[16..]), BinaryPrimitives.ReadInt64LittleEndian(header[24..]));
        return FrameStatus.Intact;
    }

    private static FrameStatus Mismatch(out MessageFrame frame)
    {
        // Nothing in it can be believed, the sender's number included.
        frame = default;
        return FrameStatus.ChecksumMismatch;
    }
}
