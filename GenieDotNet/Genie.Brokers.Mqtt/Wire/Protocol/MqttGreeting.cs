namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A received CONNACK: MQTT 5.0 section 3.2. Where the server says nothing, the specification's default stands.</summary>
internal sealed record MqttGreeting
{
    public bool SessionPresent { get; private set; }

    public byte ReasonCode { get; private set; }

    public string Reason { get; private set; } = "";

    public int ReceiveMaximum { get; private set; } = ushort.MaxValue;

    public uint MaxPacketBytes { get; private set; } = 268_435_460;

    public int TopicAliasMaximum { get; private set; }

    public MqttQos MaximumQos { get; private set; } = MqttQos.ExactlyOnce;

    public int? ServerKeepAliveSeconds { get; private set; }

    public bool HasSharedSubscriptions { get; private set; } = true;

    public static MqttGreeting Read(in MqttPacket packet)
    {
        if (packet.Type != MqttPacketType.ConnAck) throw MqttReader.Malformed($"{packet.Type} instead of CONNACK");
        var reader = new MqttReader(packet.Contiguous());
        var greeting = new MqttGreeting { SessionPresent = (reader.Byte() & 1) != 0, ReasonCode = reader.Byte() };

        // A server of MQTT 3.1.1 sends no properties.
        if (reader.IsAtEnd) return greeting;
        var properties = reader.Properties();
        while (!properties.IsAtEnd) greeting.Take(ref properties);
        return greeting;
    }

    private void Take(ref MqttReader properties)
    {
        var property = properties.Byte();
        switch (property)
        {
            case MqttProperty.ReceiveMaximum:
                ReceiveMaximum = Math.Max((int)properties.UInt16(), 1);
                break;
            case MqttProperty.MaximumPacketSize:
                MaxPacketBytes = properties.UInt32();
                break;
            case MqttProperty.TopicAliasMaximum:
                TopicAliasMaximum = properties.UInt16();
                break;
            case MqttProperty.MaximumQos:
                MaximumQos = (MqttQos)properties.Byte();
                break;
            case MqttProperty.ServerKeepAlive:
                ServerKeepAliveSeconds = properties.UInt16();
                break;
            case MqttProperty.SharedSubscriptionAvailable:
                HasSharedSubscriptions = properties.Byte() != 0;
                break;
            case MqttProperty.ReasonString:
                Reason = properties.Text();
                break;
            default:
                properties.Skip(property);
                break;
        }
    }
}
