namespace Genie.Brokers.Mqtt.Wire;

/// <summary>What it takes to answer and settle one message.</summary>
/// <param name="Session">Where it came.</param>
/// <param name="Reply">Where the answer goes; null if none is wanted.</param>
/// <param name="Qos">What it came at.</param>
/// <param name="PacketId">0 at QoS 0.</param>
/// <param name="Received">Where a message at QoS 2 is noted.</param>
/// <param name="Expiry">When nobody waits for its answer any more: see <see cref="RequestExpiry"/>.</param>
internal readonly record struct MqttDelivery(MqttSession Session, MqttReplyRoute? Reply, MqttQos Qos, ushort PacketId, ReceivedOnce? Received, long Expiry);
