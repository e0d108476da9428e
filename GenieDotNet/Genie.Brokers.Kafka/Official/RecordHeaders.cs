using System.Text;
using System.Text.Unicode;
using Confluent.Kafka;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Kafka.Official;

/// <summary>A message's headers, id and key as a record's own: headers (KIP-82), whose values are text in UTF-8, and the record's key.</summary>
internal static class RecordHeaders
{
    /// <summary>The record of a message; what is no envelope becomes a record without key and headers.</summary>
    /// <exception cref="MessageHeadersException">A header has the name that requests and answers go by.</exception>
    public static Message<byte[], ReadOnlyMemory<byte>> Of(ReadOnlyMemory<byte> message)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        var record = new Message<byte[], ReadOnlyMemory<byte>> { Value = body };
        foreach (var (name, value) in headers)
        {
            var bytes = Encoding.UTF8.GetBytes(value);
            if (name == NativeHeaders.Key) record.Key = bytes;
            else if (name == ReplyHeader.Name) throw new MessageHeadersException($"The header '{name}' has the name that kafka's requests and answers go by: give it another.");
            else (record.Headers ??= []).Add(name, bytes);
        }

        return record;
    }

    /// <summary>Names and values of a record's headers, and its key. What is no text is left out.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(Message<byte[], byte[]> record)
    {
        if (record.Key is { } key && Utf8.IsValid(key)) yield return new(NativeHeaders.Key, Encoding.UTF8.GetString(key));
        foreach (var header in record.Headers ?? [])
        {
            var value = header.GetValueBytes() ?? [];
            if (header.Key != ReplyHeader.Name && header.Key != NativeHeaders.Key && Utf8.IsValid(value)) yield return new(header.Key, Encoding.UTF8.GetString(value));
        }
    }
}
