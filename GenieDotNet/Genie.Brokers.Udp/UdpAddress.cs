using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;

namespace Genie.Brokers.Udp;

/// <summary>Where a link leads, as sockets need it.</summary>
internal static class UdpAddress
{
    /// <summary>The address of the link's host; of several the first, IPv4 before IPv6.</summary>
    /// <exception cref="BrokerUnreachableException">The host has none.</exception>
    public static async ValueTask<IPEndPoint> ResolveAsync(LinkOptions link, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(link.Host, out var literal)) return new IPEndPoint(literal, link.Port);
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(link.Host, cancellationToken).ConfigureAwait(false);
            return new IPEndPoint(addresses.OrderBy(address => address.AddressFamily != AddressFamily.InterNetwork).First(), link.Port);
        }
        catch (SocketException error)
        {
            throw new BrokerUnreachableException(link.Broker, link.Host, link.Port, error);
        }
    }
}
