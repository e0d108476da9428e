using Genie.Brokers.Drivers;
using Genie.Brokers.ZeroMQ.Wire;

namespace Genie.Brokers.ZeroMQ;

/// <summary>The drivers of this project.</summary>
public static class ZeroMQDrivers
{
    /// <summary>All that were compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new ZeroMQWireDriver(),
        new Official.NetMQDriver(),
    ];

    internal const string Name = "zeromq";
}
