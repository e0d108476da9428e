using Genie.Brokers.Drivers;

namespace Genie.Brokers.Mqtt;

/// <summary>What both clients promise; it is the protocol that promises it.</summary>
internal static class MqttGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Buffered: QoS 0, handed to the operating system. Accepted: QoS 1 (or 2 with qos=exactly-once), the server answered for the message; "
            + "that nobody listens is an error at QoS 1 then; mosquitto does not tell at QoS 2.",
        ClientCrash: "What the server accepted and a listener was there for. A crashed listener's messages wait in its session for session-expiry and are then dropped.",
        ServerCrash: "Nothing, unless the server is set to persist its sessions; MQTT does not say when it has.",
        Ordering: "Sends of one connection at one QoS reach one listener in the order sent; after a resumed session those under way come again.",
        LargestMessage: "The least of max-packet-bytes (16 MiB) and the server's Maximum Packet Size, less 1 KiB for topic and properties.",
        CompetingConsumers: "A shared subscription ($share/group/topic); each group gets every message. Without a listener nothing is kept.");
}
