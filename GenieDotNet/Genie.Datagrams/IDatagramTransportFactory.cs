using System.Net;

namespace Genie.Datagrams;

/// <summary>
/// A transport that is not one of <see cref="DatagramTransport"/>: opens endpoints of its own kind, derived from <see cref="DatagramEndpoint"/> and <see cref="DatagramConnection"/>.
/// An endpoint is given one by <see cref="DatagramOptions.TransportFactory"/>. Safe for concurrent callers.
/// </summary>
public interface IDatagramTransportFactory
{
    /// <summary>The transport's name in logs and messages, in lower case, such as <c>litenetlib</c>.</summary>
    string Name { get; }

    /// <summary>Opens an endpoint. Called by <see cref="DatagramEndpoint.Listen"/> and <see cref="DatagramEndpoint.OpenClient"/>, with options that are within their bounds.</summary>
    /// <param name="address">The address to bind; port 0 is any.</param>
    /// <param name="handler">Receives what arrives.</param>
    /// <param name="options">The settings.</param>
    /// <param name="isListening">True: takes connections. False: only connects to others.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="CannotBindEndpointException">The address cannot be bound.</exception>
    /// <exception cref="OptionNotSupportedException">An option is set that the transport cannot honour; none is passed over in silence.</exception>
    DatagramEndpoint Open(IPEndPoint address, IDatagramHandler handler, DatagramOptions options, bool isListening);
}
