using System.Buffers;
using System.Buffers.Binary;
using System.Collections.ObjectModel;
using System.Text;

namespace Genie.Messaging;

/// <summary>
/// A message as bytes, the same on every system: version and flags, then id, key and headers, then the body.
/// </summary>
/// <remarks>
/// <code>
/// offset  bytes
/// 0       4      B9 47 4D 01: "GM", version 1
/// 4       1      flags; bit 0: the sender awaits an answer
/// 5       4      length of the block, unsigned, little endian; at most 65,536
/// 9       8      block: when it was sent, microseconds since 1970 in UTC, little endian
/// 17      ...    block: id, key, number of headers, then name and value of each. A text is its length in bytes and its UTF-8;
///                lengths and the number are unsigned LEB128
/// then           the body, up to the end
/// </code>
/// What does not begin with the four bytes came from elsewhere: it is a body without anything else.
/// </remarks>
internal static class MessageEnvelope
{
    public const int BlockBytesMax = 64 * 1024;
    private const int PrefixBytes = 9;
    private const int TimeBytes = 8;
    private const int IdBytesMax = 256;
    private const int KeyBytesMax = 1024;
    private const int NameBytesMax = 256;
    private const byte AwaitsAnswer = 1;
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create([.. Enumerable.Range(0x21, 0x5E).Select(code => (char)code)]);

    private static ReadOnlySpan<byte> Magic => [0xB9, 0x47, 0x4D, 0x01];

    /// <summary>Writes a message.</summary>
    /// <exception cref="MessagingException">Its id, key or headers are not allowed.</exception>
    public static void Write(IBufferWriter<byte> output, Message message, string id, bool awaitsAnswer, DateTimeOffset sentAt)
    {
        var block = new ArrayBufferWriter<byte>();
        BinaryPrimitives.WriteInt64LittleEndian(block.GetSpan(TimeBytes), (sentAt - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond);
        block.Advance(TimeBytes);
        WriteText(block, "id", id, IdBytesMax);
        WriteText(block, "key", message.Key, KeyBytesMax);
        WriteNumber(block, (uint)message.Headers.Count);
        foreach (var (name, value) in message.Headers)
        {
            CheckName(name);
            WriteText(block, "header's name", name, NameBytesMax);
            WriteText(block, $"header '{name}'", value, BlockBytesMax);
        }

        if (block.WrittenCount > BlockBytesMax) throw new MessagingException($"A message's headers, key and id have {BlockBytesMax:N0} bytes together, not {block.WrittenCount:N0}. Put what is long into the body.");
        var prefix = output.GetSpan(PrefixBytes);
        Magic.CopyTo(prefix);
        prefix[4] = awaitsAnswer ? AwaitsAnswer : (byte)0;
        BinaryPrimitives.WriteUInt32LittleEndian(prefix[5..], (uint)block.WrittenCount);
        output.Advance(PrefixBytes);
        output.Write(block.WrittenSpan);
        output.Write(message.Body.Span);
    }

    /// <summary>Reads a message. Its body is a view of <paramref name="bytes"/>.</summary>
    /// <exception cref="MessagingException">It begins as a message of ours and goes on as none.</exception>
    public static EnvelopeContent Read(ReadOnlyMemory<byte> bytes)
    {
        var span = bytes.Span;
        if (!span.StartsWith(Magic)) return new EnvelopeContent(new Message(bytes), AwaitsAnswer: false, SentAt: null);
        if (span.Length < PrefixBytes) throw Broken("it ends in its prefix");
        var blockBytes = BinaryPrimitives.ReadUInt32LittleEndian(span[5..]);
        if (blockBytes is < TimeBytes or > BlockBytesMax || blockBytes > span.Length - PrefixBytes) throw Broken("its block's length is wrong");
        var block = new BlockReader(span.Slice(PrefixBytes, (int)blockBytes));
        var sentAt = block.ReadTime();
        var id = block.ReadText(IdBytesMax);
        var key = block.ReadText(KeyBytesMax);
        var headers = block.ReadHeaders();
        var body = bytes[(PrefixBytes + (int)blockBytes)..];
        return new EnvelopeContent(new Message(body) { Id = id, Key = key, Headers = headers }, (span[4] & AwaitsAnswer) != 0, sentAt);
    }

    /// <summary>The key's bytes, where there is a key; for partitions.</summary>
    public static ReadOnlySpan<byte> KeyOf(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.StartsWith(Magic) || bytes.Length < PrefixBytes + TimeBytes) return [];
        var block = new BlockReader(bytes[(PrefixBytes + TimeBytes)..]);
        block.ReadBytes(IdBytesMax);
        return block.ReadBytes(KeyBytesMax);
    }

    private static MessagingException Broken(string what) => new($"A message cannot be read: {what}. Its sender speaks another version, or the bytes were changed.");

    private static void CheckName(string name)
    {
        if (name.Length == 0 || name.AsSpan().ContainsAnyExcept(NameCharacters)) throw new MessagingException($"A header's name has 1 to {NameBytesMax} visible ASCII characters; '{name.ReplaceLineEndings(" ")}' has not.");
    }

    private static void WriteText(ArrayBufferWriter<byte> output, string what, string text, int bytesMax)
    {
        var length = Encoding.UTF8.GetByteCount(text);
        if (length > bytesMax) throw new MessagingException($"A message's {what} has at most {bytesMax:N0} bytes, not {length:N0}.");
        WriteNumber(output, (uint)length);
        Encoding.UTF8.GetBytes(text, output.GetSpan(length));
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

    /// <summary>Reads the block from its beginning; each read is held against what is left.</summary>
    private ref struct BlockReader(ReadOnlySpan<byte> rest)
    {
        private ReadOnlySpan<byte> _rest = rest;

        public DateTimeOffset ReadTime()
        {
            var microseconds = BinaryPrimitives.ReadInt64LittleEndian(_rest);
            _rest = _rest[TimeBytes..];
            var epoch = DateTimeOffset.UnixEpoch;
            if (microseconds < (DateTimeOffset.MinValue - epoch).TotalMicroseconds || microseconds > (DateTimeOffset.MaxValue - epoch).TotalMicroseconds) throw Broken("its time is none");
            return epoch.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond);
        }

        public string ReadText(int bytesMax)
        {
            try
            {
                return StrictUtf8.GetString(ReadBytes(bytesMax));
            }
            catch (DecoderFallbackException)
            {
                throw Broken("a text is not UTF-8");
            }
        }

        public ReadOnlySpan<byte> ReadBytes(int bytesMax)
        {
            var length = ReadNumber();
            if (length > bytesMax || length > _rest.Length) throw Broken("a text is longer than what is left");
            var bytes = _rest[..(int)length];
            _rest = _rest[(int)length..];
            return bytes;
        }

        public IReadOnlyDictionary<string, string> ReadHeaders()
        {
            // Two bytes each at the least, so that a wrong number asks for no memory.
            var count = ReadNumber();
            if (count > _rest.Length / 2) throw Broken("it has fewer headers than it says");
            if (count == 0) return ReadOnlyDictionary<string, string>.Empty;
            var headers = new Dictionary<string, string>((int)count, StringComparer.OrdinalIgnoreCase);
            for (var i = 0u; i < count; i++)
            {
                var name = ReadText(NameBytesMax);
                if (!headers.TryAdd(name, ReadText(BlockBytesMax))) throw Broken("it has a header twice");
            }

            return headers;
        }

        private uint ReadNumber()
        {
            var number = 0u;
            for (var shift = 0; shift < 32 && _rest.Length > 0; shift += 7)
            {
                var next = _rest[0];
                _rest = _rest[1..];
                number |= (uint)(next & 0x7F) << shift;
                if ((next & 0x80) == 0) return number;
            }

            throw Broken("a number does not end");
        }
    }

    private static UTF8Encoding StrictUtf8 { get; } = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
}
