namespace Genie.Datagrams;

/// <summary>What a handler has decided over a request for a connection. For transports; handlers decide by <see cref="ConnectionRequest"/>.</summary>
public sealed class ConnectionDecision
{
    private byte[] _data = [];

    private ConnectionDecision(DisconnectReason? refusal) => Refusal = refusal;

    /// <summary>Why the connection is not taken, <see cref="DisconnectReason.Refused"/> or <see cref="DisconnectReason.Full"/>, or null: it is taken.</summary>
    public DisconnectReason? Refusal { get; private set; }

    /// <summary>What the client is told with it, at most <see cref="DatagramOptions.MaxHandshakeDataBytes"/>.</summary>
    public ReadOnlyMemory<byte> Data => _data;

    /// <summary>Asks a handler. One that throws has not agreed.</summary>
    /// <param name="handler">The endpoint's.</param>
    /// <param name="address">Where the request came from.</param>
    /// <param name="handshakeData">What the client sent along.</param>
    /// <param name="hasRoom">False if the endpoint has <see cref="DatagramOptions.MaxConnections"/> already: the handler is not asked then.</param>
    /// <returns>The decision.</returns>
    public static ConnectionDecision Ask(IDatagramHandler handler, DatagramAddress address, ReadOnlySpan<byte> handshakeData, bool hasRoom)
    {
        if (!hasRoom) return new ConnectionDecision(DisconnectReason.Full);
        var decision = new ConnectionDecision(refusal: null);
        try
        {
            handler.OnConnecting(new ConnectionRequest(address, handshakeData, decision));
        }
        catch (Exception)
        {
            // A handler that fails over a request has not agreed to it.
            decision.Refusal = DisconnectReason.Refused;
        }

        return decision;
    }

    /// <summary>The handler's word; the last one counts.</summary>
    internal void Decide(bool refused, ReadOnlySpan<byte> data)
    {
        MessageTooLargeException.ThrowIfAbove(data.Length, DatagramOptions.MaxHandshakeDataBytes);
        Refusal = refused ? DisconnectReason.Refused : null;
        _data = data.ToArray();
    }
}
