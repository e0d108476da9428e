using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>
/// Reads the server's half of STOMP 1.2: a command line, header lines, an empty line, a body and a NUL; lines end in LF or
/// CR LF, and any number of line ends (heart-beats) may stand between frames. See "STOMP Frames" and "Augmented BNF" of
/// https://stomp.github.io/stomp-specification-1.2.html.
/// </summary>
internal sealed class StompParser
{
    /// <summary>Longest command and headers together.</summary>
    public const int HeadBytesMax = 64 * 1024;

    /// <summary>Longest body.</summary>
    public const int BodyBytesMax = 1 << 30;

    // A head that lies across two segments of the buffer is put together here.
    private byte[] _head = [];

    /// <summary>Takes one whole frame off the front of the buffer, and the line ends before it; false if there is none yet.</summary>
    /// <exception cref="BrokerProtocolException">This is not STOMP.</exception>
    public bool TryRead(ref ReadOnlySequence<byte> buffer, out StompFrame frame)
    {
        SkipLineEnds(ref buffer);
        if (!TryReadHead(buffer.FirstSpan, out frame, out var headBytes, out var contentLength)
            && (buffer.IsSingleSegment || !TryReadHead(Join(buffer), out frame, out headBytes, out contentLength)))
        {
            return buffer.Length < HeadBytesMax ? false : throw Broken("a frame whose headers have no end", buffer.FirstSpan);
        }

        return TryReadBody(ref buffer, headBytes, contentLength, ref frame);
    }

    private static void SkipLineEnds(ref ReadOnlySequence<byte> buffer)
    {
        if (buffer.FirstSpan is [not ((byte)'\n' or (byte)'\r'), ..]) return;
        var skipped = 0L;
        foreach (var segment in buffer)
        {
            var start = segment.Span.IndexOfAnyExcept((byte)'\n', (byte)'\r');
            if (start >= 0)
            {
                buffer = buffer.Slice(skipped + start);
                return;
            }

            skipped += segment.Length;
        }

        buffer = buffer.Slice(buffer.End);
    }

    private static bool TryReadHead(ReadOnlySpan<byte> bytes, out StompFrame frame, out int headBytes, out int contentLength)
    {
        frame = default;
        (headBytes, contentLength) = (0, -1);
        var rest = bytes;
        if (!TryReadLine(ref rest, out var line))
        {
            // What no command begins with is not waited for.
            if (bytes.Length > 16) throw Broken("an unknown command", bytes);
            return false;
        }

        frame.Command = CommandOf(line);
        var headers = rest;
        while (TryReadLine(ref rest, out line))
        {
            if (line.IsEmpty)
            {
                headBytes = bytes.Length - rest.Length;
                frame.Headers = headers[..(headers.Length - rest.Length)];
                return true;
            }

            var colon = line.IndexOf((byte)':');
            if (colon <= 0) throw Broken("a header without a name", line);
            Take(ref frame, line[..colon], line[(colon + 1)..], ref contentLength);
        }

        return false;
    }

    private static bool TryReadBody(ref ReadOnlySequence<byte> buffer, int headBytes, int contentLength, ref StompFrame frame)
    {
        if (contentLength < 0)
        {
            if (buffer.Slice(headBytes).PositionOf((byte)0) is not { } end)
                return buffer.Length < BodyBytesMax ? false : throw Broken("a body without an end", default);
            frame.Body = buffer.Slice(buffer.GetPosition(headBytes), end);
            buffer = buffer.Slice(buffer.GetPosition(1, end));
            return true;
        }

        if (buffer.Length < headBytes + (long)contentLength + 1) return false;
        frame.Body = buffer.Slice(headBytes, contentLength);
        buffer = buffer.Slice(frame.Body.End);
        if (buffer.FirstSpan is not [0, ..] && buffer.Slice(0, 1).ToArray() is not [0]) throw Broken("a body longer than it said", buffer.FirstSpan);
        buffer = buffer.Slice(1);
        return true;
    }

    // "Repeated Header Entries": only the first of several of one name counts.
    private static void Take(ref StompFrame frame, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, ref int contentLength)
    {
        switch (name.Length)
        {
            case 3 when frame.Ack.IsEmpty && name.SequenceEqual("ack"u8):
                frame.Ack = value;
                break;
            case 6 when frame.Server.IsEmpty && name.SequenceEqual("server"u8):
                frame.Server = value;
                break;
            case 7 when frame.Message.IsEmpty && name.SequenceEqual("message"u8):
                frame.Message = value;
                break;
            case 7 when frame.Version.IsEmpty && name.SequenceEqual("version"u8):
                frame.Version = value;
                break;
            case 8 when frame.ReplyTo.IsEmpty && name.SequenceEqual("reply-to"u8):
                frame.ReplyTo = value;
                break;
            case 10 when frame.ReceiptId.IsEmpty && name.SequenceEqual("receipt-id"u8):
                frame.ReceiptId = value;
                break;
            case 10 when frame.HeartBeat.IsEmpty && name.SequenceEqual("heart-beat"u8):
                frame.HeartBeat = value;
                break;
            case 14 when frame.CorrelationId.IsEmpty && name.SequenceEqual("correlation-id"u8):
                frame.CorrelationId = value;
                break;
            case 14 when contentLength < 0 && name.SequenceEqual("content-length"u8):
                if (!Utf8Parser.TryParse(value, out contentLength, out var consumed) || consumed != value.Length || contentLength is < 0 or > BodyBytesMax)
                    throw Broken("a content-length that cannot be", value);
                break;
        }
    }

    private static StompCommand CommandOf(ReadOnlySpan<byte> line) => line switch
    {
        _ when line.SequenceEqual("MESSAGE"u8) => StompCommand.Message,
        _ when line.SequenceEqual("RECEIPT"u8) => StompCommand.Receipt,
        _ when line.SequenceEqual("ERROR"u8) => StompCommand.Error,
        _ when line.SequenceEqual("CONNECTED"u8) => StompCommand.Connected,
        _ => throw Broken("an unknown command", line),
    };

    private static bool TryReadLine(scoped ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        var end = rest.IndexOf((byte)'\n');
        line = end < 0 ? default : rest[..end];
        if (end < 0) return false;
        rest = rest[(end + 1)..];
        if (line is [.., (byte)'\r']) line = line[..^1];
        return true;
    }

    private ReadOnlySpan<byte> Join(in ReadOnlySequence<byte> buffer)
    {
        var length = (int)Math.Min(buffer.Length, HeadBytesMax);
        if (_head.Length < length) _head = new byte[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)length)];
        buffer.Slice(0, length).CopyTo(_head);
        return _head.AsSpan(0, length);
    }

    private static BrokerProtocolException Broken(string what, ReadOnlySpan<byte> line)
    {
        var shown = new StringBuilder();
        foreach (var value in line[..Math.Min(line.Length, 40)]) shown.Append(value is >= (byte)' ' and <= (byte)'~' ? (char)value : '.');
        return new BrokerProtocolException(ActiveMQDrivers.Broker, $"{what}: '{shown}'");
    }
}
