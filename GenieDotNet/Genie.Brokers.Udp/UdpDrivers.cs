using Genie.Brokers.Drivers;
using Genie.Brokers.Udp.Datagrams;
using Genie.Brokers.Udp.LiteNet;

namespace Genie.Brokers.Udp;

/// <summary>The drivers of this project.</summary>
public static class UdpDrivers
{
    /// <summary>All that were compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new DatagramsDriver(), new LiteNetLibDriver()];

    internal const string Name = "udp";
}
