namespace Genie.Brokers.Mqtt;

/// <summary>How surely a message gets over one hop: MQTT 5.0 section 4.3.</summary>
public enum MqttQos
{
    /// <summary>QoS 0: sent once, never confirmed.</summary>
    AtMostOnce = 0,

    /// <summary>QoS 1: confirmed, and sent again over a resumed session until it is.</summary>
    AtLeastOnce = 1,

    /// <summary>QoS 2: confirmed in two steps, so that a receiver can detect a repetition.</summary>
    ExactlyOnce = 2,
}
