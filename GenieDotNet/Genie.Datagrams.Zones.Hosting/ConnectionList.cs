using System.Collections.Concurrent;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>Knows the connections of an endpoint, so that they can be ended with what is on its way.</summary>
internal sealed class ConnectionList : IDatagramHandler
{
    private readonly ConcurrentDictionary<DatagramConnection, bool> _connections = [];
    private volatile bool _isClosing;

    /// <summary>Whose connections they are; set before the endpoint is started.</summary>
    public IDatagramHandler Handler { get; set; } = null!;

    /// <summary>Ends all connections once what was sent has arrived; those that come now, too.</summary>
    public void DisconnectAll()
    {
        _isClosing = true;
        foreach (var connection in _connections.Keys) connection.Disconnect();
    }

    public void OnConnecting(ConnectionRequest request) => Handler.OnConnecting(request);

    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
        _connections.TryAdd(connection, true);
        Handler.OnConnected(connection, handshakeData);
        if (_isClosing) connection.Disconnect();
    }

    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => Handler.OnMessage(connection, message, info);

    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        _connections.TryRemove(connection, out _);
        Handler.OnDisconnected(connection, reason, data);
    }
}
