using Genie.Servers;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>The ports of one server; each takes STOMP and OpenWire.</summary>
public sealed record ActiveMQPorts(int Plain, int Tls)
{
    public static ActiveMQPorts Pick() => new(Ports.PickFree(), Ports.PickFree());
}
