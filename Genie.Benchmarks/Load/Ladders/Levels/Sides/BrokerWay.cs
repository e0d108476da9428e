using System.Buffers;
using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Requests through <see cref="IBroker"/>, by a driver whose listener binds the port itself.</summary>
/// <param name="system">The driver's system.</param>
/// <param name="client">Its client.</param>
internal sealed class BrokerWay(string system, string client) : ILevelWay
{
    private const string Channel = "levels";

    /// <inheritdoc/>
    public async Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken)
    {
        var port = PickFreePort();
        var broker = Create(port);
        try
        {
            await broker.ListenAsync(Channel, new ListenOptions(), handler, cancellationToken).ConfigureAwait(false);
            return new Server(broker, port);
        }
        catch
        {
            await broker.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var broker = Create(port);
        try
        {
            return new Client(broker, await broker.ConnectAsync(Channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false));
        }
        catch
        {
            await broker.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private IBroker Create(int port) => WorkerFactory.CreateBroker(new BrokerChoice
    {
        Broker = system,
        Client = client,
        Settings = new Dictionary<string, string> { ["url"] = FormattableString.Invariant($"{system}://{IPAddress.Loopback}:{port}") },
    });

    /// <summary>One that is free for streams and for datagrams, as drivers differ in what they bind, and the next one with it, which a silo takes.</summary>
    private static int PickFreePort()
    {
        while (true)
        {
            var port = Ports.PickFreeRange(2);
            using var datagrams = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            try
            {
                datagrams.Bind(new IPEndPoint(IPAddress.Loopback, port));
                return port;
            }
            catch (SocketException error) when (error.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // Another one, then.
            }
        }
    }

    private sealed class Server(IBroker broker, int port) : ILevelServer
    {
        public int Port => port;

        public ValueTask DisposeAsync() => broker.DisposeAsync();
    }

    private sealed class Client(IBroker broker, IBrokerConnection connection) : ILevelClient
    {
        public async ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
        {
            using var reply = await connection.RequestAsync(request, cancellationToken).ConfigureAwait(false);
            answer.Write(reply.Payload.Span);
        }

        public async ValueTask DisposeAsync()
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            await broker.DisposeAsync().ConfigureAwait(false);
        }
    }
}
