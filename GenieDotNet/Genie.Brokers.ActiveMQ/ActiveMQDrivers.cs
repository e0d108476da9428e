using Genie.Brokers.ActiveMQ.Wire;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ;

/// <summary>The drivers for ActiveMQ: the Artemis and the classic server.</summary>
public static class ActiveMQDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "activemq";

    /// <summary>Every driver that was compiled: the wire driver (STOMP), and the official client (OpenWire) where the
    /// package source has it.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new ActiveMQWireDriver(),
#if CLIENT_APACHE_NMS_ACTIVEMQ
        new Official.ActiveMQOfficialDriver(),
#endif
    ];
}
