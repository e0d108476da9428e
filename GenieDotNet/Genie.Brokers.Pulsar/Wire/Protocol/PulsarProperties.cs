using System.Text;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// The properties that requests and answers carry, as the protocol writes them: a KeyValue with key (1) and value (2), here
/// with its length before it and without its tag, which differs between single messages and those of a batch.
/// </summary>
internal static class PulsarProperties
{
    /// <summary>Where the answer goes: a topic.</summary>
    public const string ReplyTo = "reply-to";

    /// <summary>What the answer must carry again.</summary>
    public const string CorrelationId = "correlation-id";

    private static readonly byte[] CorrelationHead = Encode(CorrelationId, new byte[Correlation.FormattedBytes])[..^Correlation.FormattedBytes];

    public static ReadOnlySpan<byte> ReplyToKey => "reply-to"u8;

    public static ReadOnlySpan<byte> CorrelationIdKey => "correlation-id"u8;

    /// <summary>What a correlation of ours takes, its tag included.</summary>
    public static int CorrelationBytes => 1 + CorrelationHead.Length + Correlation.FormattedBytes;

    /// <summary>A property.</summary>
    public static byte[] Encode(string key, ReadOnlySpan<byte> value)
    {
        var name = Encoding.UTF8.GetBytes(key);
        var bytes = new byte[EncodedBytesMax(value.Length) + name.Length];
        return bytes[..Encode(name, value, bytes)];
    }

    /// <summary>Writes a property; returns its length.</summary>
    public static int Encode(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, Span<byte> destination)
    {
        var length = 2 + VarintBytes(key.Length) + key.Length + VarintBytes(value.Length) + value.Length;
        var writer = new ProtoWriter(destination);
        writer.Length(length);
        writer.Bytes(1, key);
        writer.Bytes(2, value);
        return writer.Written;
    }

    /// <summary>Room for a property beside its key.</summary>
    public static int EncodedBytesMax(int valueBytes) => valueBytes + 16;

    /// <summary>Writes a correlation of ours with its tag.</summary>
    public static void WriteCorrelation(ref ProtoWriter writer, int field, Correlation correlation)
    {
        Span<byte> digits = stackalloc byte[Correlation.FormattedBytes];
        correlation.TryFormat(digits, out _);
        writer.Raw(ProtoWriter.BytesTag(field));
        writer.Raw(CorrelationHead);
        writer.Raw(digits);
    }

    /// <summary>Reads one KeyValue into what it is about; others are not ours.</summary>
    public static void Read(ReadOnlySpan<byte> keyValue, ref ReadOnlySpan<byte> replyTo, ref ReadOnlySpan<byte> correlation)
    {
        ReadPair(keyValue, out var key, out var value);
        if (key.SequenceEqual(ReplyToKey)) replyTo = value;
        else if (key.SequenceEqual(CorrelationIdKey)) correlation = value;
    }

    /// <summary>Reads one KeyValue as text.</summary>
    public static KeyValuePair<string, string> Read(ReadOnlySpan<byte> keyValue)
    {
        ReadPair(keyValue, out var key, out var value);
        return new(Encoding.UTF8.GetString(key), Encoding.UTF8.GetString(value));
    }

    private static void ReadPair(ReadOnlySpan<byte> keyValue, out ReadOnlySpan<byte> key, out ReadOnlySpan<byte> value)
    {
        var reader = new ProtoReader(keyValue);
        key = value = default;
        while (reader.TryRead())
        {
            if (reader.Field == 1) key = reader.Bytes;
            else if (reader.Field == 2) value = reader.Bytes;
        }
    }

    private static int VarintBytes(int value) => value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;
}
