using System.Net;
using Genie.Brokers.Links;

namespace Genie.Brokers.Udp;

/// <summary>A library that makes reliable links of datagrams.</summary>
internal interface IUdpTransport : IAsyncDisposable
{
    /// <summary>Binds a port.</summary>
    /// <param name="address">The address to bind.</param>
    /// <param name="accepted">Told of each link and the channel that it names; must not block.</param>
    /// <returns>The bound port; disposing it ends its links.</returns>
    /// <exception cref="CannotBindException">Another process has the port.</exception>
    IDisposable Bind(IPEndPoint address, Action<LinkTransport, string> accepted);

    /// <summary>Opens a link.</summary>
    /// <exception cref="BrokerUnreachableException">Nobody answers there.</exception>
    /// <exception cref="BrokerTlsException">The listener is not trusted, or one side encrypts and the other does not.</exception>
    ValueTask<LinkTransport> ConnectAsync(IPEndPoint address, string channel, CancellationToken cancellationToken);
}
