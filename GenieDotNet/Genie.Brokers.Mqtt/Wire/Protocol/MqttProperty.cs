namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>The properties that are read or written here: MQTT 5.0 section 2.2.2.2.</summary>
internal static class MqttProperty
{
    public const byte MessageExpiryInterval = 0x02;
    public const byte ResponseTopic = 0x08;
    public const byte CorrelationData = 0x09;
    public const byte SessionExpiryInterval = 0x11;
    public const byte ServerKeepAlive = 0x13;
    public const byte ReasonString = 0x1F;
    public const byte ReceiveMaximum = 0x21;
    public const byte TopicAliasMaximum = 0x22;
    public const byte TopicAlias = 0x23;
    public const byte MaximumQos = 0x24;
    public const byte UserProperty = 0x26;
    public const byte MaximumPacketSize = 0x27;
    public const byte SharedSubscriptionAvailable = 0x2A;
}
