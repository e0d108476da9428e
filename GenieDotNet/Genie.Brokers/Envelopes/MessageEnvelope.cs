using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Envelopes;

/// <summary>
/// A message with its headers as bytes, the same on every system: version and flags, then id, key and headers, then the body. Connections and
/// listeners with native headers translate it into what their system has and back (<see cref="NativeHeaders"/>).
/// </summary>
/// <remarks>
/// <code>
/// offset  bytes
/// 0       4      B9 47 4D 01: "GM", version 1
/// 4       1      flags; bit 0: the sender awaits an answer in an envelope; bit 1: it awaits a body alone
/// 5       4      length of the block, unsigned, little endian
/// 9       8      block: when it was sent, microseconds since 1970 in UTC, little endian; the least number: nobody said when
/// 17      ...    block: id, key, number of headers, then name and value of each. A text is its length in bytes and its UTF-8;
///                lengths and the number are unsigned LEB128
/// then           the body, up to the end
/// </code>
/// What does not begin with the four bytes is no envelope: it is a body without anything else.
/// </remarks>
public static class MessageEnvelope
{
    private const int PrefixBytes = 9;
    private const int TimeBytes = 8;
    private const int BlockLengthOffset = 5;
    private const int FlagsOffset = 4;
    private const byte AwaitsEnvelope = 1;
    private const byte AwaitsBody = 2;

    private static ReadOnlySpan<byte> Magic => [0xB9, 0x47, 0x4D, 0x01];

    /// <summary>True if the bytes begin as an envelope.</summary>
    public static bool IsEnvelope(ReadOnlySpan<byte> bytes) => bytes.StartsWith(Magic);

    /// <summary>Writes an envelope.</summary>
    /// <returns>Bytes of its block: what id, key and headers take.</returns>
    /// <exception cref="MessageHeadersException">A text has half of a surrogate pair, or two names differ in case alone: no receiver could read them.</exception>
    public static int Write(IBufferWriter<byte> output, MessageHeaders headers, ReadOnlySpan<byte> body)
    {
        ThrowIfAmbiguous(headers.Values);
        try
        {
            return Write(output, headers, body, EnvelopeReader.StrictUtf8);
        }
        catch (EncoderFallbackException)
        {
            throw new MessageHeadersException("A message's id, key, or a header's name or value has half of a surrogate pair, which is no text. Send bytes that are no text in the body.");
        }
    }

    /// <summary>Writes what was received: halves of surrogate pairs become U+FFFD.</summary>
    internal static int Write(IBufferWriter<byte> output, MessageHeaders headers, ReadOnlySpan<byte> body, Encoding encoding)
    {
        var block = new ArrayBufferWriter<byte>();
        var sentAt = headers.SentAt is { } time ? (time - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond : long.MinValue;
        BinaryPrimitives.WriteInt64LittleEndian(block.GetSpan(TimeBytes), sentAt);
        block.Advance(TimeBytes);
        WriteText(block, headers.Id, encoding);
        WriteText(block, headers.Key, encoding);
        WriteNumber(block, (uint)headers.Values.Count);
        foreach (var (name, value) in headers.Values)
        {
            WriteText(block, name, encoding);
            WriteText(block, value, encoding);
        }

        var prefix = output.GetSpan(PrefixBytes);
        Magic.CopyTo(prefix);
        prefix[FlagsOffset] = headers.Answer switch { AnswerForm.Envelope => AwaitsEnvelope, AnswerForm.Plain => AwaitsBody, _ => 0 };
        BinaryPrimitives.WriteUInt32LittleEndian(prefix[BlockLengthOffset..], (uint)block.WrittenCount);
        output.Advance(PrefixBytes);
        output.Write(block.WrittenSpan);
        output.Write(body);
        return block.WrittenCount;
    }

    /// <summary>Reads an envelope.</summary>
    /// <param name="bytes">A message as it arrived.</param>
    /// <param name="headers">What it says about the message; nothing where it is no envelope.</param>
    /// <param name="body">A view of <paramref name="bytes"/>: all of them where they are no envelope.</param>
    /// <returns>False if the bytes are no envelope.</returns>
    /// <exception cref="MessageHeadersException">It begins as an envelope and goes on as none.</exception>
    public static bool TryRead(ReadOnlyMemory<byte> bytes, out MessageHeaders headers, out ReadOnlyMemory<byte> body)
    {
        (headers, body) = (None, bytes);
        var span = bytes.Span;
        if (!IsEnvelope(span)) return false;
        if (span.Length < PrefixBytes) throw EnvelopeReader.Broken("it ends in its prefix");
        var blockBytes = BinaryPrimitives.ReadUInt32LittleEndian(span[BlockLengthOffset..]);
        if (blockBytes < TimeBytes || blockBytes > span.Length - PrefixBytes) throw EnvelopeReader.Broken("its block's length is wrong");
        var block = new EnvelopeReader(span.Slice(PrefixBytes, (int)blockBytes));
        headers = new MessageHeaders
        {
            SentAt = block.ReadTime(),
            Id = block.ReadText(),
            Key = block.ReadText(),
            Values = block.ReadHeaders(),
            Answer = (span[FlagsOffset] & AwaitsEnvelope) != 0 ? AnswerForm.Envelope : (span[FlagsOffset] & AwaitsBody) != 0 ? AnswerForm.Plain : AnswerForm.None,
        };
        body = bytes[(PrefixBytes + (int)blockBytes)..];
        return true;
    }

    /// <summary>The key's bytes, where there is a key; for partitions.</summary>
    public static ReadOnlySpan<byte> KeyOf(ReadOnlySpan<byte> bytes)
    {
        if (!IsEnvelope(bytes) || bytes.Length < PrefixBytes + TimeBytes) return [];
        var block = new EnvelopeReader(bytes[(PrefixBytes + TimeBytes)..]);
        block.ReadBytes();
        return block.ReadBytes();
    }

    private static MessageHeaders None { get; } = new();

    private static void ThrowIfAmbiguous(IReadOnlyDictionary<string, string> headers)
    {
        if (headers.Count < 2 || headers is Dictionary<string, string> { Comparer: var comparer } && ReferenceEquals(comparer, StringComparer.OrdinalIgnoreCase)) return;
        var names = new HashSet<string>(headers.Count, StringComparer.OrdinalIgnoreCase);
        foreach (var name in headers.Keys)
        {
            if (!names.Add(name)) throw new MessageHeadersException($"The header '{name}' stands in the message twice, in letters of another case: receivers take them for one.");
        }
    }

    private static void WriteText(ArrayBufferWriter<byte> output, string text, Encoding encoding)
    {
        var length = encoding.GetByteCount(text);
        WriteNumber(output, (uint)length);
        encoding.GetBytes(text, output.GetSpan(length));
        output.Advance(length);
    }

    private static void WriteNumber(ArrayBufferWriter<byte> output, uint number)
    {
        var span = output.GetSpan(5);
        var length = 0;
        for (; number > 0x7F; number >>= 7) span[length++] = (byte)(number | 0x80);
        span[length++] = (byte)number;
        output.Advance(length);
    }
}
