namespace Genie.Datagrams;

/// <summary>
/// What an endpoint calls, on one thread at a time. Spans are valid only until the method returns. A handler may send on any connection
/// of any endpoint; it must not block, as the endpoint receives nothing meanwhile, and an exception of it closes the connection with
/// <see cref="DisconnectReason.ProtocolViolation"/>.
/// </summary>
public interface IDatagramHandler
{
    /// <summary>Somebody asks for a connection; over UDP and TCP his address is confirmed. Taken unless the handler refuses it.</summary>
    /// <param name="request">Who asks, with which handshake data.</param>
    void OnConnecting(ConnectionRequest request)
    {
    }

    /// <summary>A connection is established, at either side.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="handshakeData">What the remote side sent with its handshake.</param>
    void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
    }

    /// <summary>A message has arrived.</summary>
    /// <param name="connection">Where it came from.</param>
    /// <param name="message">The message.</param>
    /// <param name="info">How it arrived.</param>
    void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info);

    /// <summary>A connection has ended, or could not be established. Called once for each.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="reason">Why.</param>
    /// <param name="data">What the remote side said with it.</param>
    void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
    }
}
