using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>PUBLISH: MQTT 5.0 section 3.3.</summary>
internal readonly struct PublishFrame : ILinkFrame
{
    private const int AliasPropertyBytes = 3;
    private const int FixedHeaderBytesMax = 5;

    public required ReadOnlyMemory<byte> Topic { get; init; }

    /// <summary>Stands for the topic, or null.</summary>
    public TopicAlias? Alias { get; init; }

    public required MqttQos Qos { get; init; }

    /// <summary>Not used at QoS 0.</summary>
    public ushort PacketId { get; init; }

    /// <summary>Response topic and correlation data as they stand among the properties; empty for none.</summary>
    public ReadOnlyMemory<byte> Properties { get; init; }

    /// <summary>A request's own correlation data, after <see cref="Properties"/>; null for none.</summary>
    public ulong? Correlation { get; init; }

    public required ReadOnlyMemory<byte> Payload { get; init; }

    public int SizeMax => FixedHeaderBytesMax + BodyBytes(Topic.Length, PropertyBytes + AliasPropertyBytes);

    private int PropertyBytes => Properties.Length + (Correlation is null ? 0 : 3 + sizeof(ulong));

    public int Write(Span<byte> destination)
    {
        var topic = Alias is { IsKnownToServer: true } ? ReadOnlySpan<byte>.Empty : Topic.Span;
        var properties = PropertyBytes + (Alias is null ? 0 : AliasPropertyBytes);
        var bytes = new MqttBytes(destination);
        bytes.Byte((byte)(((int)MqttPacketType.Publish << 4) | ((int)Qos << 1)));
        bytes.Variable(BodyBytes(topic.Length, properties));
        bytes.Prefixed(topic);
        if (Qos != MqttQos.AtMostOnce) bytes.UInt16(PacketId);
        bytes.Variable(properties);
        if (Alias is not null)
        {
            Alias.IsKnownToServer = true;
            bytes.Byte(MqttProperty.TopicAlias);
            bytes.UInt16(TopicAlias.Number);
        }

        bytes.Raw(Properties.Span);
        if (Correlation is { } correlation)
        {
            bytes.Byte(MqttProperty.CorrelationData);
            bytes.UInt16(sizeof(ulong));
            bytes.UInt64(correlation);
        }

        bytes.Raw(Payload.Span);
        return bytes.Length;
    }

    /// <summary>The response topic as a property, for <see cref="Properties"/>.</summary>
    public static byte[] ResponseTopic(string topic)
    {
        var property = new byte[3 + System.Text.Encoding.UTF8.GetByteCount(topic)];
        var bytes = new MqttBytes(property);
        bytes.Byte(MqttProperty.ResponseTopic);
        bytes.Text(topic);
        return property;
    }

    /// <summary>The time after which nobody waits for it as a property, for <see cref="Properties"/>.</summary>
    public static byte[] Expiry(uint seconds)
    {
        var property = new byte[1 + sizeof(uint)];
        var bytes = new MqttBytes(property);
        bytes.Byte(MqttProperty.MessageExpiryInterval);
        bytes.UInt32(seconds);
        return property;
    }

    private int BodyBytes(int topic, int properties) =>
        sizeof(ushort) + topic + (Qos == MqttQos.AtMostOnce ? 0 : sizeof(ushort)) + MqttBytes.SizeOf(properties) + properties + Payload.Length;
}
