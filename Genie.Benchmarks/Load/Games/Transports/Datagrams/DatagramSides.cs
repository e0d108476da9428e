using System.Net;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Datagrams;

/// <summary>Genie.Datagrams: an endpoint for the server and one for all clients. Over UDP each is a socket; over TCP each connection has one.</summary>
internal sealed class DatagramSides : IGameSides
{
    private static readonly TimeSpan TickJitter = TimeSpan.FromMilliseconds(5);

    private readonly GameSecurity _security;
    private readonly DatagramEndpoint _server;
    private readonly DatagramEndpoint _clients;
    private readonly GameProxy _proxy;

    /// <exception cref="DatagramException">A socket cannot be opened.</exception>
    public DatagramSides(GamePlan plan, GameServer server, GameClients clients)
    {
        _security = new GameSecurity(plan.Encrypted, plan.Transport == GameTransport.Tcp ? DatagramTransport.Tcp : DatagramTransport.Udp);
        var handler = new DatagramClientHandler(clients);
        _server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new DatagramServerHandler(server), WithDelay(_security.Server, plan));
        _clients = DatagramEndpoint.OpenClient(handler, WithDelay(_security.Client, plan), new IPEndPoint(IPAddress.Loopback, 0));
        _proxy = new GameProxy(plan, _server.LocalAddress.ToEndPoint());
        (Server, Clients) = (new DatagramPort(_server), new DatagramClientPort(_clients, handler, _proxy.EndPoint));
    }

    /// <inheritdoc/>
    public IGamePort Server { get; }

    /// <inheritdoc/>
    public IGameClientPort Clients { get; }

    // Whoever sends in every tick need send no acknowledgement in between.
    private static DatagramOptions WithDelay(DatagramOptions options, GamePlan plan)
    {
        var tick = plan.Workload.Interval + TickJitter;
        return tick > options.MaxAcknowledgementDelay ? options with { MaxAcknowledgementDelay = tick } : options;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _clients.Dispose();
        await _proxy.DisposeAsync().ConfigureAwait(false);
        _server.Dispose();
        _security.Dispose();
    }
}
