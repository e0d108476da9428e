using System.Text;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A message's headers as user properties: MQTT 5.0 section 3.3.2.3.7.</summary>
internal static class UserProperties
{
    private const int PropertyBytes = 5;

    /// <summary>The headers of an envelope as they stand among a PUBLISH's properties, and its body; no bytes where it has none.</summary>
    /// <param name="message">An envelope, or a payload.</param>
    /// <param name="maxBytes">What headers and body may take together.</param>
    /// <exception cref="BrokerException">They take more, or cannot be user properties.</exception>
    public static (byte[] Properties, ReadOnlyMemory<byte> Body) Of(ReadOnlyMemory<byte> message, long maxBytes)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        var properties = new byte[headers.Sum(SizeOf)];
        if (properties.Length + body.Length > maxBytes) throw new PayloadTooLargeException(MqttDrivers.Broker, properties.Length + body.Length, maxBytes);
        var bytes = new MqttBytes(properties);
        foreach (var (name, value) in headers)
        {
            bytes.Byte(MqttProperty.UserProperty);
            bytes.Text(name);
            bytes.Text(value);
        }

        return (properties, body);
    }

    /// <summary>The user properties among a PUBLISH's properties.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(ReadOnlySpan<byte> properties)
    {
        var headers = new List<KeyValuePair<string, string>>();
        var reader = new MqttReader(properties);
        while (!reader.IsAtEnd)
        {
            var property = reader.Byte();
            if (property == MqttProperty.UserProperty) headers.Add(new(reader.Text(), reader.Text()));
            else reader.Skip(property);
        }

        return headers;
    }

    /// <summary>Bytes of a header as a user property.</summary>
    /// <exception cref="MessageHeadersException">It cannot be one: a string of MQTT has at most 65,535 bytes, and servers end the link that brings a control character or what Unicode has for no character (section 1.5.4).</exception>
    public static int SizeOf(KeyValuePair<string, string> header)
    {
        var (name, value) = (Encoding.UTF8.GetByteCount(header.Key), Encoding.UTF8.GetByteCount(header.Value));
        if (Math.Max(name, value) > ushort.MaxValue || HasNoCharacter(header.Key) || HasNoCharacter(header.Value))
            throw new MessageHeadersException($"mqtt: the header '{header.Key}' cannot be a user property, which has at most {ushort.MaxValue:N0} bytes and no control characters. Change it, or leave NativeHeaders off.");
        return PropertyBytes + name + value;
    }

    private static bool HasNoCharacter(string text)
    {
        foreach (var rune in text.EnumerateRunes())
        {
            if (Rune.IsControl(rune) || (rune.Value & 0xFFFE) == 0xFFFE || rune.Value is >= 0xFDD0 and <= 0xFDEF) return true;
        }

        return false;
    }
}
