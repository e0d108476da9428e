using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

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
    public override BrokerTraits Traits { get; } = new()
    {
        Broker = SocketsDriver.Name,
        Client = "wire",
        ClientVersion = SocketsDriver.All[0].ClientVersion,
        Server = "none",
        Confirmations = [Confirmation.Buffered, Confirmation.Accepted],
        MaxPayloadBytes = SocketsFrame.PayloadBytesMax,
        OrderedPerSender = true,
        CanRedeliver = false,
        Remarks = "two processes and the sockets between them",
    };

    /// <inheritdoc/>
    protected override ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = new SocketsConnection(options, Link(options.InlineContinuations), Forget);
        return OpenAsync<IBrokerConnection>(connection, connection.ConnectAsync(cancellationToken));
    }

    /// <inheritdoc/>
    protected override ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        OpenAsync<IAsyncDisposable>(new SocketsListener(Link(options.InlineHandler), options, handler, Forget), ValueTask.CompletedTask);

    private LinkOptions Link(bool ownReadThread) => new() { Broker = SocketsDriver.Name, Host = _url.Host, Port = _url.Port, OwnReadThread = ownReadThread };
}
