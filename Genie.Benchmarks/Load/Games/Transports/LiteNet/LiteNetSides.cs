using Genie.Brokers;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>LiteNetLib in its manual mode, polled as the endpoints of Genie.Datagrams are.</summary>
internal sealed class LiteNetSides : IGameSides
{
    private readonly LiteNetServerPort _server;
    private readonly LiteNetClientPort _clients;

    /// <exception cref="BrokerException">There is no socket.</exception>
    public LiteNetSides(GameServer server, GameClients clients)
    {
        _server = new LiteNetServerPort(server);
        _clients = new LiteNetClientPort(clients, _server.Address);
    }

    /// <inheritdoc/>
    public IGamePort Server => _server;

    /// <inheritdoc/>
    public IGameClientPort Clients => _clients;

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _clients.Dispose();
        _server.Dispose();
        return ValueTask.CompletedTask;
    }
}
