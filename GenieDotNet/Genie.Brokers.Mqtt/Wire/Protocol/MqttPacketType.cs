namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>The upper four bits of a packet's first byte: MQTT 5.0 section 2.1.2.</summary>
internal enum MqttPacketType
{
    Connect = 1,
    ConnAck = 2,
    Publish = 3,
    PubAck = 4,
    PubRec = 5,
    PubRel = 6,
    PubComp = 7,
    Subscribe = 8,
    SubAck = 9,
    Unsubscribe = 10,
    UnsubAck = 11,
    PingReq = 12,
    PingResp = 13,
    Disconnect = 14,
    Auth = 15,
}
