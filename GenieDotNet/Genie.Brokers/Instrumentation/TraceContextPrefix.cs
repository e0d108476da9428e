using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Text;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Instrumentation;

/// <summary>
/// W3C trace context (https://www.w3.org/TR/trace-context/) before a message's bytes, for systems and contracts without headers. Written
/// and read only where <see cref="InstrumentationOptions.TraceContext"/> is set.
/// </summary>
/// <remarks>
/// All numbers big-endian:
/// <code>
/// offset  bytes
///   0       4    FE 47 54 43: begins no UTF-8 text, and no protobuf message
///   4       1    version, 01
///   5       2    N, length of the whole prefix: 36 to 548
///   7      16    trace-id; zeros: there is no context
///  23       8    parent-id: the span that sent the message
///  31       1    trace-flags; bit 0: sampled
///  32    N-36    tracestate as ASCII, at most 512
/// N-4       4    CRC-32C of everything before it
///   N       …    the message
/// </code>
/// A message that does not begin so, in all parts, is one without a prefix. A prefix of another version has the same first seven bytes and
/// last four, and at most 1,024 in all: it is taken off, and its context is not read. A sender writes a prefix without a context before a
/// message that begins like one, so that what arrives is always what was sent.
/// </remarks>
public static class TraceContextPrefix
{
    /// <summary>The longest prefix that is written.</summary>
    public const int BytesMax = MinBytes + TraceState.LengthMax;

    private const int MinBytes = 36;
    private const int AnyVersionMinBytes = HeaderBytes + ChecksumBytes;
    private const int AnyVersionMaxBytes = 1024;
    private const int HeaderBytes = 7;
    private const int ChecksumBytes = 4;
    private const uint Magic = 0xFE475443;
    private const byte Version = 1;
    private const int LengthOffset = 5;
    private const int TraceIdOffset = 7;
    private const int TraceIdBytes = 16;
    private const int ParentIdOffset = 23;
    private const int ParentIdBytes = 8;
    private const int FlagsOffset = 31;
    private const int StateOffset = 32;

    // Ids of zeros, which are none; the default of the types is another value.
    private static readonly ActivityTraceId NoTrace = ActivityTraceId.CreateFromBytes(new byte[TraceIdBytes]);
    private static readonly ActivitySpanId NoParent = ActivitySpanId.CreateFromBytes(new byte[ParentIdBytes]);

    /// <summary>True if a prefix must stand before <paramref name="message"/>: there is a context, or the message begins like a prefix.</summary>
    public static bool IsNeeded(in ActivityContext context, ReadOnlySpan<byte> message) =>
        IsValid(context) || (message.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32BigEndian(message) == Magic);

    /// <summary>Writes a prefix.</summary>
    /// <param name="destination">At least <see cref="BytesMax"/> bytes.</param>
    /// <param name="context">The sender's; the default is none.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(Span<byte> destination, in ActivityContext context)
    {
        var state = IsValid(context) ? TraceState.Limit(context.TraceState) : "";
        var length = MinBytes + state.Length;
        var prefix = destination[..length];
        prefix[..StateOffset].Clear();
        BinaryPrimitives.WriteUInt32BigEndian(prefix, Magic);
        prefix[sizeof(uint)] = Version;
        BinaryPrimitives.WriteUInt16BigEndian(prefix[LengthOffset..], (ushort)length);
        if (IsValid(context))
        {
            context.TraceId.CopyTo(prefix.Slice(TraceIdOffset, TraceIdBytes));
            context.SpanId.CopyTo(prefix.Slice(ParentIdOffset, ParentIdBytes));
            prefix[FlagsOffset] = (byte)context.TraceFlags;
            Encoding.ASCII.GetBytes(state, prefix[StateOffset..]);
        }

        BinaryPrimitives.WriteUInt32BigEndian(prefix[^ChecksumBytes..], Crc32C.Compute(prefix[..^ChecksumBytes]));
        return length;
    }

    /// <summary>Takes the prefix off.</summary>
    /// <param name="message">As it arrived.</param>
    /// <param name="context">The sender's; the default where there is none.</param>
    /// <returns>The message without its prefix; all of it where it has none.</returns>
    public static ReadOnlySequence<byte> Read(in ReadOnlySequence<byte> message, out ActivityContext context)
    {
        context = default;
        Span<byte> copy = stackalloc byte[HeaderBytes];
        if (!TryPeek(message, HeaderBytes, copy, out var header) || BinaryPrimitives.ReadUInt32BigEndian(header) != Magic) return message;
        int length = BinaryPrimitives.ReadUInt16BigEndian(header[LengthOffset..]);
        return length is >= AnyVersionMinBytes and <= AnyVersionMaxBytes && message.Length >= length && IsPrefix(message, length, ref context)
            ? message.Slice(length) : message;
    }

    private static bool IsPrefix(in ReadOnlySequence<byte> message, int length, ref ActivityContext context)
    {
        Span<byte> copy = stackalloc byte[AnyVersionMaxBytes];
        TryPeek(message, length, copy, out var prefix);
        if (Crc32C.Compute(prefix[..^ChecksumBytes]) != BinaryPrimitives.ReadUInt32BigEndian(prefix[^ChecksumBytes..])) return false;
        if (prefix[sizeof(uint)] != Version) return true;
        if (length is < MinBytes or > BytesMax) return false;
        var read = new ActivityContext(
            ActivityTraceId.CreateFromBytes(prefix.Slice(TraceIdOffset, TraceIdBytes)), ActivitySpanId.CreateFromBytes(prefix.Slice(ParentIdOffset, ParentIdBytes)),
            (ActivityTraceFlags)prefix[FlagsOffset], TraceState.Read(prefix[StateOffset..^ChecksumBytes]), isRemote: true);
        if (IsValid(read)) context = read;
        return true;
    }

    private static bool IsValid(in ActivityContext context) =>
        context.TraceId != default && context.TraceId != NoTrace && context.SpanId != default && context.SpanId != NoParent;

    private static bool TryPeek(in ReadOnlySequence<byte> message, int length, Span<byte> copy, out ReadOnlySpan<byte> bytes)
    {
        bytes = message.FirstSpan;
        if (bytes.Length >= length)
        {
            bytes = bytes[..length];
            return true;
        }

        if (message.Length < length) return false;
        message.Slice(0, length).CopyTo(copy);
        bytes = copy[..length];
        return true;
    }
}
