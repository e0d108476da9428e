using System.Net;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Datagrams;

/// <summary>Hands what endpoints receive to their clients.</summary>
internal sealed class DatagramClientHandler(GameClients clients) : IDatagramHandler
{
    /// <summary>Begins to connect one more.</summary>
    public void Connect(DatagramEndpoint endpoint, IPEndPoint server)
    {
        var client = clients.Add();
        Span<byte> handshake = stackalloc byte[GameHandshake.Bytes];
        GameHandshake.Write(handshake, client.Number);
        var connection = endpoint.Connect(server, handshake);
        connection.Tag = client;
        client.Link = new DatagramLink(connection);
    }

    /// <inheritdoc/>
    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => clients.OnConnected();

    /// <inheritdoc/>
    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => clients.OnMessage((GameClient)connection.Tag!, message);

    /// <inheritdoc/>
    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) => clients.OnEnded();
}
