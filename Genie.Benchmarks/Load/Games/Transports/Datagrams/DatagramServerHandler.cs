using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Datagrams;

/// <summary>Hands what an endpoint receives to the server.</summary>
internal sealed class DatagramServerHandler(GameServer server) : IDatagramHandler
{
    /// <inheritdoc/>
    public void OnConnecting(ConnectionRequest request)
    {
        if (!GameHandshake.TryRead(request.HandshakeData, out var number) || !server.Expects(number)) request.Refuse();
    }

    /// <inheritdoc/>
    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
        if (GameHandshake.TryRead(handshakeData, out var number)) connection.Tag = server.Join(number, new DatagramLink(connection));
    }

    /// <inheritdoc/>
    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => ((GameMember)connection.Tag!).Receive(message);

    /// <inheritdoc/>
    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) => (connection.Tag as GameMember)?.Leave();
}
