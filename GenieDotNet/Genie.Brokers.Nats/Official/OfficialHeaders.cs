using Genie.Brokers.Envelopes;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Official;

/// <summary>Headers as the library's.</summary>
internal static class OfficialHeaders
{
    /// <summary>The headers of an envelope, whose body becomes the message; null where it has none.</summary>
    /// <exception cref="BrokerException">A header cannot be one here, or headers and body are more than the server takes.</exception>
    public static NATS.Client.Core.NatsHeaders? Of(ref ReadOnlyMemory<byte> message, int? maxPayload)
    {
        (var headers, message) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return null;
        if (NatsTraits.Limit(maxPayload).TooLarge(NatsHeaders.Format(headers).Length + message.Length) is { } error) throw error;
        var own = new NATS.Client.Core.NatsHeaders();
        foreach (var (name, value) in headers) own.Add(NatsHeaders.ToNats(name), value);
        return own;
    }

    /// <summary>The names and values of a message's headers.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(NATS.Client.Core.NatsHeaders? headers) =>
        headers is null ? [] : headers.SelectMany(header => header.Value.Select(value => new KeyValuePair<string, string>(NatsHeaders.FromNats(header.Key), value ?? "")));
}
