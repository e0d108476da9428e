namespace Genie.Brokers.Mqtt;

/// <summary>The server refused something with a reason code (MQTT 5.0 section 2.4) that has no error of its own.</summary>
public sealed class MqttReasonException(byte reasonCode, string what, string detail, bool isTransient)
    : BrokerException($"mqtt: the server refused {what} with reason 0x{reasonCode:X2} ({detail}).", isTransient)
{
    /// <summary>The code, 0x80 or more.</summary>
    public byte ReasonCode { get; } = reasonCode;
}
