using Genie.Brokers;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>LiteNetLib in its manual mode, polled as the endpoints of Genie.Datagrams are.</summary>
internal sealed class LiteNetSides : IGameSides
{
    private readonly LiteNetServerPort _server;
    private readonly LiteNetClientPort _clients;
    private readonly GameProxy _proxy;

    /// <exception cref="BrokerException">There is no socket.</exception>
    public LiteNetSides(GamePlan plan, GameServer server, GameClients clients)
    {
        _server = new LiteNetServerPort(server);
        _proxy = new GameProxy(plan, _server.Address);
        _clients = new LiteNetClientPort(clients, _proxy.EndPoint);
    }

    /// <inheritdoc/>
    public IGamePort Server => _server;

    /// <inheritdoc/>
    public IGameClientPort Clients => _clients;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _clients.Dispose();
        await _proxy.DisposeAsync().ConfigureAwait(false);
        _server.Dispose();
    }
}
