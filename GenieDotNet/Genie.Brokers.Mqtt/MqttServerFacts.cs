namespace Genie.Brokers.Mqtt;

/// <summary>What was learned about a server.</summary>
/// <param name="Server">Product and version, as far as it says; empty before the first connection.</param>
/// <param name="MaxPacketBytes">Largest packet it takes.</param>
/// <param name="DelaysSmallPackets">True if it was seen to hold small packets back (Nagle's algorithm).</param>
public sealed record MqttServerFacts(string Server, long MaxPacketBytes, bool DelaysSmallPackets)
{
    /// <summary>What a report says about such a server.</summary>
    public const string NagleRemark =
        "the server delays small packets by 40 ms (Nagle's algorithm): set its TCP_NODELAY, in mosquitto.conf 'set_tcp_nodelay true'";

    /// <summary>Nothing is known yet.</summary>
    public static MqttServerFacts Unknown { get; } = new("", uint.MaxValue, false);
}
