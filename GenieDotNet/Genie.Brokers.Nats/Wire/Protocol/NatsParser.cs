using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>
/// Reads the server's half of the NATS client protocol: a control line that ends in CR LF, for MSG and HMSG followed by
/// as many bytes as it says and another CR LF. Operation names are case insensitive.
/// See https://docs.nats.io/reference/reference-protocols/nats-protocol.
/// </summary>
internal sealed class NatsParser
{
    /// <summary>Longest control line; INFO of a large cluster is the longest there is.</summary>
    public const int LineBytesMax = 1 << 20;

    /// <summary>Largest message; the server's own limit on max_payload is 64 MiB, and headers count as part of it.</summary>
    public const int MessageBytesMax = 64 << 20;

    // A line that lies across two segments of the buffer is put together here.
    private byte[] _line = new byte[256];

    private static ReadOnlySpan<byte> LineEnd => "\r\n"u8;

    /// <summary>Takes one whole frame off the front of the buffer; false if there is none yet.</summary>
    /// <exception cref="BrokerProtocolException">This is not NATS.</exception>
    public bool TryRead(ref ReadOnlySequence<byte> buffer, out NatsFrame frame)
    {
        frame = default;
        if (!TryReadLine(buffer, out var line, out var lineBytes)) return false;
        if (line.Length == 0) throw Broken("an empty line", line);
        switch (line[0] | 0x20)
        {
            case 'm' when IsNamed(line, "MSG"u8):
                return TryReadMessage(ref buffer, line, lineBytes, hasHeaders: false, ref frame);
            case 'h' when IsNamed(line, "HMSG"u8):
                return TryReadMessage(ref buffer, line, lineBytes, hasHeaders: true, ref frame);
            case 'p' when IsNamed(line, "PING"u8):
                frame.Operation = NatsOperation.Ping;
                break;
            case 'p' when IsNamed(line, "PONG"u8):
                frame.Operation = NatsOperation.Pong;
                break;
            case '+' when IsNamed(line, "+OK"u8):
                frame.Operation = NatsOperation.Ok;
                break;
            case '-' when IsNamed(line, "-ERR"u8):
                frame.Operation = NatsOperation.Error;
                frame.Text = line[4..].Trim(" \t'"u8);
                break;
            case 'i' when IsNamed(line, "INFO"u8):
                frame.Operation = NatsOperation.Info;
                frame.Text = line[4..].Trim(" \t"u8);
                break;
            default:
                throw Broken("an unknown operation", line);
        }

        buffer = buffer.Slice(lineBytes);
        return true;
    }

    private static bool TryReadMessage(
        ref ReadOnlySequence<byte> buffer, ReadOnlySpan<byte> line, int lineBytes, bool hasHeaders, ref NatsFrame frame)
    {
        if (!TryParseMessageLine(line, hasHeaders, ref frame, out var headerBytes, out var totalBytes)) throw Broken("a message line that cannot be read", line);
        if (buffer.Length < (long)lineBytes + totalBytes + LineEnd.Length) return false;
        if (headerBytes > 0) frame.Headers = buffer.Slice(lineBytes, headerBytes);
        frame.Payload = buffer.Slice(lineBytes + headerBytes, totalBytes - headerBytes);
        var end = buffer.Slice(lineBytes + totalBytes, LineEnd.Length);
        if (!IsLineEnd(end)) throw Broken("a message longer than it said", line);
        buffer = buffer.Slice(end.End);
        return true;
    }

    // MSG <subject> <sid> [reply-to] <bytes>, HMSG <subject> <sid> [reply-to] <header bytes> <total bytes>
    private static bool TryParseMessageLine(
        ReadOnlySpan<byte> line, bool hasHeaders, ref NatsFrame frame, out int headerBytes, out int totalBytes)
    {
        var rest = line[(hasHeaders ? 4 : 3)..];
        frame.Operation = NatsOperation.Message;
        frame.Subject = NextToken(ref rest);
        var subscription = NextToken(ref rest);
        var third = NextToken(ref rest);
        var fourth = NextToken(ref rest);
        var fifth = hasHeaders ? NextToken(ref rest) : default;
        var last = hasHeaders ? fifth : fourth;
        frame.ReplyTo = last.IsEmpty ? default : third;
        var total = !last.IsEmpty ? last : hasHeaders ? fourth : third;
        var header = !hasHeaders ? "0"u8 : last.IsEmpty ? third : fourth;
        headerBytes = 0;
        return TryParse(total, MessageBytesMax, out totalBytes)
            && TryParse(header, totalBytes, out headerBytes)
            && TryParse(subscription, int.MaxValue, out frame.SubscriptionId)
            && !frame.Subject.IsEmpty && rest.Trim(" \t"u8).IsEmpty;
    }

    private bool TryReadLine(in ReadOnlySequence<byte> buffer, out ReadOnlySpan<byte> line, out int lineBytes)
    {
        line = buffer.FirstSpan;
        lineBytes = line.IndexOf((byte)'\n') + 1;
        if (lineBytes == 0 && !buffer.IsSingleSegment) line = JoinLine(buffer, out lineBytes);
        if (lineBytes == 0)
        {
            if (buffer.Length > LineBytesMax) throw Broken("a line without an end", line);
            return false;
        }

        line = line[..(lineBytes - 1)];
        if (line is not [.., (byte)'\r']) throw Broken("a line that does not end in CR LF", line);
        line = line[..^1];
        return true;
    }

    private ReadOnlySpan<byte> JoinLine(in ReadOnlySequence<byte> buffer, out int lineBytes)
    {
        lineBytes = 0;
        if (buffer.PositionOf((byte)'\n') is not { } end) return buffer.FirstSpan;
        var joined = buffer.Slice(0, buffer.GetPosition(1, end));
        lineBytes = (int)Math.Min(joined.Length, LineBytesMax);
        if (joined.Length > lineBytes) throw Broken("a line without an end", buffer.FirstSpan);
        if (_line.Length < lineBytes) _line = new byte[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)lineBytes)];
        joined.CopyTo(_line);
        return _line;
    }

    private static bool IsLineEnd(in ReadOnlySequence<byte> bytes)
    {
        if (bytes.FirstSpan.Length == LineEnd.Length) return bytes.FirstSpan.SequenceEqual(LineEnd);
        Span<byte> joined = stackalloc byte[LineEnd.Length];
        bytes.CopyTo(joined);
        return joined.SequenceEqual(LineEnd);
    }

    private static ReadOnlySpan<byte> NextToken(scoped ref ReadOnlySpan<byte> rest)
    {
        var start = 0;
        while (start < rest.Length && rest[start] is (byte)' ' or (byte)'\t') start++;
        rest = rest[start..];
        var length = rest.IndexOfAny((byte)' ', (byte)'\t');
        var token = length < 0 ? rest : rest[..length];
        rest = rest[token.Length..];
        return token;
    }

    private static bool TryParse(ReadOnlySpan<byte> digits, int max, out int value) =>
        Utf8Parser.TryParse(digits, out value, out var consumed) && consumed == digits.Length && value >= 0 && value <= max;

    private static bool IsNamed(ReadOnlySpan<byte> line, ReadOnlySpan<byte> name) =>
        line.Length >= name.Length && Ascii.EqualsIgnoreCase(line[..name.Length], name)
        && (line.Length == name.Length || line[name.Length] is (byte)' ' or (byte)'\t');

    private static BrokerProtocolException Broken(string what, ReadOnlySpan<byte> line)
    {
        var shown = new StringBuilder();
        foreach (var value in line[..Math.Min(line.Length, 40)]) shown.Append(value is >= (byte)' ' and <= (byte)'~' ? (char)value : '.');
        return new BrokerProtocolException(NatsDrivers.Broker, $"{what}: '{shown}'");
    }
}
