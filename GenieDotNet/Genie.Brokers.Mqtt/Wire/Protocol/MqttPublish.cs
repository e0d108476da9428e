using System.Buffers;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A received PUBLISH: MQTT 5.0 section 3.3. The spans lie in the receive buffer.</summary>
internal ref struct MqttPublish
{
    private const int TypicalHeaderBytes = 512;

    public MqttQos Qos;

    /// <summary>0 at QoS 0.</summary>
    public ushort PacketId;

    /// <summary>Empty where <see cref="TopicAlias"/> stands for it.</summary>
    public ReadOnlySpan<byte> Topic;

    /// <summary>0 for none.</summary>
    public ushort TopicAlias;

    /// <summary>Where an answer is to go; empty if none is wanted.</summary>
    public ReadOnlySpan<byte> ResponseTopic;

    /// <summary>What the answer must carry.</summary>
    public ReadOnlySpan<byte> CorrelationData;

    /// <summary>After so long nobody wants it any more; null for never.</summary>
    public uint? ExpirySeconds;

    /// <summary>All of its properties, as they came.</summary>
    public ReadOnlySpan<byte> Properties;

    public ReadOnlySequence<byte> Payload;

    /// <summary>Reads one.</summary>
    /// <exception cref="BrokerProtocolException">It is malformed.</exception>
    public static MqttPublish Read(in MqttPacket packet)
    {
        var publish = new MqttPublish { Qos = (MqttQos)((packet.Flags >> 1) & 3) };
        if (publish.Qos > MqttQos.ExactlyOnce) throw MqttReader.Malformed("a PUBLISH of QoS 3");
        if (packet.Body.IsSingleSegment)
        {
            var length = publish.ReadHeader(packet.Body.FirstSpan);
            publish.Payload = packet.Body.Slice(length);
            return publish;
        }

        // The header may lie across segments. Large payloads are not copied for that.
        var headerLength = HeaderLength(packet.Body, publish.Qos);
        publish.ReadHeader(packet.Body.Slice(0, headerLength).ToArray());
        publish.Payload = packet.Body.Slice(headerLength);
        return publish;
    }

    private static long HeaderLength(in ReadOnlySequence<byte> body, MqttQos qos)
    {
        var beginning = body.Slice(0, Math.Min(body.Length, TypicalHeaderBytes)).ToArray();
        var topicLength = new MqttReader(beginning).UInt16();
        var properties = 2 + topicLength + (qos == MqttQos.AtMostOnce ? 0 : 2);
        if (properties > body.Length) throw MqttReader.Malformed("a PUBLISH that ends too early");
        var reader = new MqttReader(body.Slice(properties, Math.Min(body.Length - properties, sizeof(uint))).ToArray());
        var length = reader.Variable();
        var headerLength = properties + reader.Position + (long)length;
        return headerLength <= body.Length ? headerLength : throw MqttReader.Malformed("a PUBLISH that ends too early");
    }

    private int ReadHeader(ReadOnlySpan<byte> bytes)
    {
        var reader = new MqttReader(bytes);
        Topic = reader.Prefixed();
        if (Qos != MqttQos.AtMostOnce && (PacketId = reader.UInt16()) == 0) throw MqttReader.Malformed("a PUBLISH with packet identifier 0");
        var properties = reader.Properties();
        Properties = properties.All;
        while (!properties.IsAtEnd)
        {
            var property = properties.Byte();
            switch (property)
            {
                case MqttProperty.ResponseTopic:
                    ResponseTopic = properties.Prefixed();
                    break;
                case MqttProperty.CorrelationData:
                    CorrelationData = properties.Prefixed();
                    break;
                case MqttProperty.MessageExpiryInterval:
                    ExpirySeconds = properties.UInt32();
                    break;
                case MqttProperty.TopicAlias:
                    TopicAlias = properties.UInt16();
                    if (TopicAlias == 0) throw MqttReader.Malformed("topic alias 0");
                    break;
                default:
                    properties.Skip(property);
                    break;
            }
        }

        return reader.Position;
    }
}
