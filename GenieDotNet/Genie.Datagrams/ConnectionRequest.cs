namespace Genie.Datagrams;

/// <summary>Somebody asks for a connection. Valid only during <see cref="IDatagramHandler.OnConnecting"/>.</summary>
public ref struct ConnectionRequest
{
    private readonly ConnectionDecision _decision;

    internal ConnectionRequest(DatagramAddress address, ReadOnlySpan<byte> handshakeData, ConnectionDecision decision)
    {
        Address = address;
        HandshakeData = handshakeData;
        _decision = decision;
    }

    /// <summary>The address that the request came from. Over UDP and TCP it has proved that it receives what is sent there.</summary>
    public DatagramAddress Address { get; }

    /// <summary>What the client sent along.</summary>
    public ReadOnlySpan<byte> HandshakeData { get; }

    /// <summary>Takes the connection, and answers with handshake data. Without it the connection is taken with no data.</summary>
    /// <param name="handshakeData">At most <see cref="DatagramOptions.MaxHandshakeDataBytes"/>.</param>
    /// <exception cref="MessageTooLargeException">More than that.</exception>
    public readonly void Accept(ReadOnlySpan<byte> handshakeData) => _decision.Decide(refused: false, handshakeData);

    /// <summary>Refuses the connection.</summary>
    /// <param name="data">What the client is told, at most <see cref="DatagramOptions.MaxHandshakeDataBytes"/>.</param>
    /// <exception cref="MessageTooLargeException">More than that.</exception>
    public readonly void Refuse(ReadOnlySpan<byte> data = default) => _decision.Decide(refused: true, data);
}
