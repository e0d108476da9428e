using System.Text;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Mqtt.Wire.Protocol;
using MQTTnet.Packets;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>Headers as the library's user properties.</summary>
internal static class OfficialHeaders
{
    /// <summary>The headers of an envelope, and its body; null where it has none.</summary>
    /// <param name="message">An envelope, or a payload.</param>
    /// <param name="maxBytes">What headers and body may take together.</param>
    /// <exception cref="BrokerException">They take more, or cannot be user properties.</exception>
    public static (List<MqttUserProperty>? Properties, ReadOnlyMemory<byte> Body) Of(ReadOnlyMemory<byte> message, long maxBytes)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return (null, body);
        var bytes = headers.Sum(UserProperties.SizeOf) + body.Length;
        if (bytes > maxBytes) throw new PayloadTooLargeException(MqttDrivers.Broker, bytes, maxBytes);
        return ([.. headers.Select(header => new MqttUserProperty(header.Key, Encoding.UTF8.GetBytes(header.Value)))], body);
    }

    /// <summary>The names and values of a message's user properties.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(List<MqttUserProperty>? properties) =>
        properties is null ? [] : properties.Select(property => new KeyValuePair<string, string>(property.Name, property.ReadValueAsString()));
}
