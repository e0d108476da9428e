using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt;

/// <summary>The traits of both clients.</summary>
internal static class MqttTraits
{
    /// <summary>Room for topic, response topic, correlation and the reply's envelope.</summary>
    private const int HeadroomBytes = 1024;

    private static readonly Confirmation[] Confirmations = [Confirmation.Buffered, Confirmation.Accepted];

    public static BrokerTraits Of(DriverDescription driver, MqttOptions options, MqttServerFacts facts) => driver.Traits(
        Confirmations, Limit(options, facts).BytesMax, facts.Server,
        canRedeliver: options.Qos != MqttQos.AtMostOnce || options.RequestQos != MqttQos.AtMostOnce,
        $"requests at QoS {(int)options.RequestQos}, accepted sends at QoS {(int)options.Qos}{(facts.DelaysSmallPackets ? "; " + MqttServerFacts.NagleRemark : "")}") with
    {
        NativeHeaders = true,
        BroadcastConfirmations = Confirmations,
        RedeliversFailures = options.Qos != MqttQos.AtMostOnce,
    };

    /// <summary>The largest message that fits into a packet of both sides.</summary>
    public static PayloadLimit Limit(MqttOptions options, MqttServerFacts facts) => new(MqttDrivers.Broker, Math.Min(options.MaxPacketBytes, facts.MaxPacketBytes) - HeadroomBytes)
    {
        Name = options.MaxPacketBytes <= facts.MaxPacketBytes ? "mqtt.max-packet-bytes" : "the server's Maximum Packet Size",
    };

    /// <summary>The level that a connection works at.</summary>
    public static Confirmation LevelOf(ConnectionOptions options) => options.Confirmation ?? Confirmations[0];

    /// <summary>True if it is an error that nobody subscribes: not for a message to all who do.</summary>
    public static bool NeedsListener(ConnectionOptions options, bool isRequest) => isRequest || options.Delivery == Delivery.Competing;

    /// <summary>What a listener subscribes to: with the members of its group (MQTT 5.0 section 4.8.2), or by itself.</summary>
    /// <exception cref="BrokerSettingException">The group is no share name.</exception>
    public static string TopicFilter(MqttOptions options, ListenOptions listening, string channel)
    {
        if (listening.Delivery == Delivery.Broadcast) return options.TopicPrefix + channel;
        var group = listening.Group;
        if (group.Length == 0 || group.AsSpan().IndexOfAny("/+#") >= 0)
            throw new BrokerSettingException($"mqtt: the listener's group '{group}' must have a character and none of / + #.");
        return $"$share/{group}/{options.TopicPrefix}{channel}";
    }
}
