using System.Buffers;
using System.Text;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar;

/// <summary>A message's headers, id and key as properties and partition key of Pulsar's.</summary>
/// <param name="options">Says whether the partition key is the message's, or its connection's.</param>
internal sealed class PulsarHeaders(PulsarOptions options)
{
    private readonly bool _hasPartitionKey = options.SubscriptionType != PulsarSubscriptionType.KeyShared;

    /// <summary>What of a message becomes properties and partition key, which is empty for none; and its body.</summary>
    /// <param name="message">An envelope, or a payload.</param>
    /// <param name="limit">What headers and body may take together.</param>
    /// <exception cref="BrokerException">They take more, or a header has a name that requests and answers go by.</exception>
    public (IReadOnlyList<KeyValuePair<string, string>> Properties, string Key, ReadOnlyMemory<byte> Body) Unpack(ReadOnlyMemory<byte> message, PayloadLimit limit)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return ([], "", body);
        if (limit.TooLarge(headers.Sum(SizeOf) + body.Length) is { } tooLarge) throw tooLarge;
        var properties = new List<KeyValuePair<string, string>>(headers.Count);
        var key = "";
        foreach (var header in headers)
        {
            if (header.Key is PulsarProperties.ReplyTo or PulsarProperties.CorrelationId)
                throw new MessageHeadersException($"The header '{header.Key}' has the name that pulsar's requests and answers go by: give it another.");
            if (_hasPartitionKey && header.Key == NativeHeaders.Key) key = header.Value;
            else properties.Add(header);
        }

        return (properties, key, body);
    }

    /// <summary>The message that a handler is given.</summary>
    /// <param name="properties">All of them.</param>
    /// <param name="key">The partition key; empty if there is none.</param>
    /// <param name="body">The payload.</param>
    /// <param name="wantsReply">True for a request.</param>
    public ReadOnlySequence<byte> Pack(IEnumerable<KeyValuePair<string, string>> properties, string key, in ReadOnlySequence<byte> body, bool wantsReply)
    {
        var headers = properties.Where(property => property.Key is not (PulsarProperties.ReplyTo or PulsarProperties.CorrelationId));
        if (_hasPartitionKey && key.Length > 0) headers = headers.Where(property => property.Key != NativeHeaders.Key).Append(new(NativeHeaders.Key, key));
        return NativeHeaders.Pack(headers, body, wantsReply);
    }

    private static int SizeOf(KeyValuePair<string, string> header) =>
        PulsarProperties.EncodedBytesMax(Encoding.UTF8.GetByteCount(header.Value)) + Encoding.UTF8.GetByteCount(header.Key);
}
