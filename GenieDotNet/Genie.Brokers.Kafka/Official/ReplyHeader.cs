using System.Buffers.Binary;
using System.Text;
using Confluent.Kafka;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// The header that makes a message a request: eight bytes of correlation and the name of the reply topic. An answer
/// carries the correlation alone.
/// </summary>
internal static class ReplyHeader
{
    /// <summary>Its name.</summary>
    public const string Name = "genie";

    private const int CorrelationBytes = sizeof(ulong);

    /// <summary>Makes a message a request.</summary>
    public static void AddRequest(Headers headers, Correlation correlation, byte[] replyTopic)
    {
        var value = new byte[CorrelationBytes + replyTopic.Length];
        BinaryPrimitives.WriteUInt64LittleEndian(value, correlation.ToUInt64());
        replyTopic.CopyTo(value.AsSpan(CorrelationBytes));
        headers.Add(Name, value);
    }

    /// <summary>The header of an answer.</summary>
    public static Headers OfReply(Correlation correlation)
    {
        var value = new byte[CorrelationBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(value, correlation.ToUInt64());
        return new Headers { { Name, value } };
    }

    /// <summary>Reads either; the topic is empty in an answer. False for a message that is neither.</summary>
    public static bool TryRead(Headers? headers, out Correlation correlation, out ReadOnlyMemory<byte> replyTopic)
    {
        correlation = default;
        replyTopic = default;

        // A header's value may be null (KIP-82), which the library's signature does not say.
        if (headers is null || !headers.TryGetLastBytes(Name, out var value) || (value?.Length ?? 0) < CorrelationBytes) return false;
        correlation = Correlation.FromUInt64(BinaryPrimitives.ReadUInt64LittleEndian(value));
        replyTopic = value.AsMemory(CorrelationBytes);
        return true;
    }

    /// <summary>A topic's name as it stands in the header.</summary>
    public static byte[] Encode(string topic) => Encoding.UTF8.GetBytes(topic);
}
