using System.Net;
using System.Net.Sockets;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>
/// Which addresses are on the public internet: none of the IANA registries of special-purpose addresses (RFC 6890: private, loopback, link-local with the
/// metadata services of clouds, shared, documentation), no multicast, and of IPv6 only global unicast (2000::/3) that does not embed another address.
/// </summary>
internal static class PublicAddresses
{
    // The last one is Azure's platform service, which answers within a virtual network at an address that is public elsewhere.
    private static readonly IPNetwork[] SpecialV4 =
    [
        .. new[]
        {
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
        }.Select(IPNetwork.Parse),
    ];

    private static readonly IPNetwork GlobalV6 = IPNetwork.Parse("2000::/3");
    private static readonly IPNetwork[] SpecialV6 = [.. new[] { "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20" }.Select(IPNetwork.Parse)];

    /// <summary>True if it may be reached from anywhere, and so is nothing of the inside.</summary>
    public static bool Contains(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6) address = address.MapToIPv4();
        return address.AddressFamily switch
        {
            AddressFamily.InterNetwork => !SpecialV4.Any(each => each.Contains(address)),
            AddressFamily.InterNetworkV6 => address.ScopeId == 0 && GlobalV6.Contains(address) && !SpecialV6.Any(each => each.Contains(address)),
            _ => false,
        };
    }
}
