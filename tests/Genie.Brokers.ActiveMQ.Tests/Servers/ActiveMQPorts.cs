using Genie.Servers;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>The ports of one server.</summary>
public sealed record ActiveMQPorts(int Stomp, int OpenWire, int Tls)
{
    public static ActiveMQPorts Pick() => new(Ports.PickFree(), Ports.PickFree(), Ports.PickFree());
}
