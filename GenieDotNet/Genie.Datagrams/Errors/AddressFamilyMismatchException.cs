using System.Net;

namespace Genie.Datagrams;

/// <summary>An endpoint that is bound to one version of IP was to connect to an address of the other; nothing was sent.</summary>
public sealed class AddressFamilyMismatchException(IPEndPoint local, IPEndPoint remote)
    : DatagramException(
        $"{remote} cannot be reached from {local}: one is IPv4, the other IPv6. Open the endpoint at an address of the same kind, such as {(local.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork ? "IPAddress.IPv6Any" : "IPAddress.Any")}.",
        isTransient: false)
{
    /// <summary>The address that was to be connected to.</summary>
    public IPEndPoint Remote { get; } = remote;
}
