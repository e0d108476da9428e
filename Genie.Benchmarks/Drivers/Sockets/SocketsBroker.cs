using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>
/// No messaging system: two processes and the sockets between them, with as many connections and as much in flight as the row asks for.
/// A reference of the same shape as a system's row; what a system adds to it, or spares by batching, is its own.
/// </summary>
/// <remarks>One worker to an address, and one channel.</remarks>
internal sealed class SocketsBroker(SocketsOptions options) : DriverBroker
{
    private readonly BrokerUrl _url = BrokerUrl.Parse(SocketsDriver.Name, options.Url, new BrokerUrlScheme("tcp", 5598, Tls: false));

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; } = SocketsDriver.Description.Traits(
        [Confirmation.Buffered, Confirmation.Accepted], SocketsFrame.PayloadBytesMax, "none", remarks: "two processes and the sockets between them");

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new SocketsConnection(options, Link(options.InlineContinuations)));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new SocketsListener(Link(options.InlineHandler), options, handler));

    private LinkOptions Link(bool ownReadThread) => new() { Broker = SocketsDriver.Name, Host = _url.Host, Port = _url.Port, OwnReadThread = ownReadThread };
}
