using System.Buffers;
using Genie.Datagrams.Compression;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Tcp;

/// <summary>
/// The stream: each frame is its length, a byte with the kind, and what the kind has. First frame of a client: hello with version and data; of a
/// server: accept or close. Messages carry mode and channel as over UDP.
/// </summary>
internal static class TcpFormat
{
    public const byte KeepAlive = 0;
    public const byte Hello = 5;
    public const byte Accept = 6;
    public const byte Close = 7;

    /// <summary>Of a message's kind.</summary>
    public const byte CompressedBit = FrameKind.CompressedBit;

    /// <summary>What hello and accept are at most without kind and version: a count and ids of compressors, and the application's data.</summary>
    public const int MaxIntroductionBytes = 1 + byte.MaxValue + DatagramOptions.MaxHandshakeDataBytes;

    /// <summary>What a frame has before its message: kind and channel.</summary>
    public const int MessageHeadBytes = 2;

    private const int MaxLengthBytes = 5;

    /// <summary>What hello and accept tell: the compressors, then the application's data.</summary>
    public static byte[] Introduction(DatagramOptions options, ReadOnlySpan<byte> data)
    {
        var writer = new WireWriter(new byte[1 + options.Compressors.Count + data.Length]);
        MessageCompression.Write(ref writer, options.Compressors);
        writer.Write(data);
        return writer.Written.ToArray();
    }

    /// <summary>Reads what <see cref="Introduction"/> wrote.</summary>
    public static bool TryReadIntroduction(ReadOnlySpan<byte> introduction, out ReadOnlySpan<byte> compressors, out ReadOnlySpan<byte> data)
    {
        var reader = new WireReader(introduction);
        compressors = MessageCompression.Read(ref reader);
        data = reader.Read(reader.Left);
        return !reader.IsInvalid && data.Length <= DatagramOptions.MaxHandshakeDataBytes;
    }

    /// <summary>Writes a frame; the channel byte is written for messages only.</summary>
    public static int Write(IBufferWriter<byte> output, byte kind, ReadOnlySpan<byte> payload, int second = -1)
    {
        var header = second < 0 ? 1 : 2;
        var span = output.GetSpan(MaxLengthBytes + header + payload.Length);
        var writer = new WireWriter(span);
        writer.WriteVariable(header + payload.Length);
        writer.Write(kind);
        if (second >= 0) writer.Write((byte)second);
        writer.Write(payload);
        output.Advance(writer.Length);
        return writer.Length;
    }

    /// <summary>Takes the next frame off the front.</summary>
    /// <returns>1 with the frame, 0 if it is not complete, -1 if it is none or exceeds the limit.</returns>
    public static int TryRead(ref ReadOnlySequence<byte> input, long maxBytes, out ReadOnlySequence<byte> frame)
    {
        frame = default;
        var reader = new SequenceReader<byte>(input);
        var length = 0;
        for (var shift = 0; ; shift += 7)
        {
            if (shift > 28) return -1;
            if (!reader.TryRead(out var next)) return 0;
            length |= (next & 0x7f) << shift;
            if (next < 0x80) break;
        }

        if (length < 1 || length > maxBytes + MessageHeadBytes) return -1;
        if (reader.Remaining < length) return 0;
        frame = input.Slice(reader.Consumed, length);
        input = input.Slice(reader.Consumed + length);
        return 1;
    }
}
