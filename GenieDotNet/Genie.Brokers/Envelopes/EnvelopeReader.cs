using System.Buffers.Binary;
using System.Collections.ObjectModel;
using System.Text;

namespace Genie.Brokers.Envelopes;

/// <summary>Reads an envelope's block from its beginning; each read is held against what is left.</summary>
internal ref struct EnvelopeReader(ReadOnlySpan<byte> rest)
{
    private static readonly long TimeMin = (DateTimeOffset.MinValue - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;
    private static readonly long TimeMax = (DateTimeOffset.MaxValue - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;

    private ReadOnlySpan<byte> _rest = rest;

    public static UTF8Encoding StrictUtf8 { get; } = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static MessageHeadersException Broken(string what) => new($"A message cannot be read: {what}. Its sender speaks another version, or the bytes were changed.");

    public DateTimeOffset? ReadTime()
    {
        var microseconds = BinaryPrimitives.ReadInt64LittleEndian(_rest);
        _rest = _rest[sizeof(long)..];
        if (microseconds == long.MinValue) return null;

        // In integers: as a double the last microsecond of the year 9999 is the first of the year after.
        if (microseconds < TimeMin || microseconds > TimeMax) throw Broken("its time is none");
        return DateTimeOffset.UnixEpoch.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond);
    }

    public string ReadText()
    {
        try
        {
            return StrictUtf8.GetString(ReadBytes());
        }
        catch (DecoderFallbackException)
        {
            throw Broken("a text is not UTF-8");
        }
    }

    public ReadOnlySpan<byte> ReadBytes()
    {
        var length = ReadNumber();
        if (length > _rest.Length) throw Broken("a text is longer than what is left");
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
            var name = ReadText();
            if (!headers.TryAdd(name, ReadText())) throw Broken("it has a header twice");
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
