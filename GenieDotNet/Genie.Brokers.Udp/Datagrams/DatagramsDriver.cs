using Genie.Brokers.Drivers;

namespace Genie.Brokers.Udp.Datagrams;

/// <summary>Messages over UDP by Genie.Datagrams.</summary>
internal sealed class DatagramsDriver() : BrokerDriver<UdpOptions>(Description)
{
    internal static DriverDescription Description { get; } = DriverDescription.OfWire<DatagramsDriver>(UdpDrivers.Name, UdpGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(UdpOptions options) => new UdpBroker(options, Description, (settings, link) => new DatagramsTransport(settings, link));
}
