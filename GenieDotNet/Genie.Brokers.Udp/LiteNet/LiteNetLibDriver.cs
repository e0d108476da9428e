using Genie.Brokers.Drivers;

namespace Genie.Brokers.Udp.LiteNet;

/// <summary>Messages over UDP by LiteNetLib, whose wire format is its own: clients and listeners both need it.</summary>
internal sealed class LiteNetLibDriver() : BrokerDriver<UdpOptions>(Description)
{
    // LiteNetLib pools its packets, but makes objects for what it waits for.
    internal static DriverDescription Description { get; } =
        DriverDescription.OfPackage<LiteNetLibDriver>(UdpDrivers.Name, "LiteNetLib", UdpGuarantees.Card, new AllocationBounds(1024, 512)) with { Client = "litenetlib" };

    /// <inheritdoc/>
    public override IBroker Create(UdpOptions options) => new UdpBroker(options, Description, (settings, link) => new LiteNetTransport(settings, link));
}
