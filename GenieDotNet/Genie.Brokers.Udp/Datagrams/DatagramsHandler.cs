using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Udp.Chunks;
using Genie.Datagrams;

namespace Genie.Brokers.Udp.Datagrams;

/// <summary>Hands what arrives at an endpoint to the streams of its connections.</summary>
/// <param name="link">What links are made with.</param>
/// <param name="windowBytes">The receive window of a stream.</param>
/// <param name="accepted">Told of links that others opened; null for an endpoint that does not listen.</param>
internal sealed class DatagramsHandler(LinkOptions link, int windowBytes, Action<LinkTransport, string>? accepted) : IDatagramHandler
{
    // Whoever connects and the endpoint's thread may both be first to ask for a connection's stream.
    private readonly ConditionalWeakTable<DatagramConnection, ChunkStream> _streams = [];

    public ChunkStream StreamOf(DatagramConnection connection) =>
        connection.Tag as ChunkStream ?? (ChunkStream)(connection.Tag = _streams.GetValue(connection, made => new ChunkStream(new DatagramCarrier(made), windowBytes)));

    public void OnConnecting(ConnectionRequest request)
    {
        if (!UdpHello.TryRead(request.HandshakeData, out _)) request.Refuse();
    }

    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
        var stream = StreamOf(connection);
        stream.Open();
        if (accepted is not null && UdpHello.TryRead(handshakeData, out var channel)) accepted(stream.AsLink(link), channel);
    }

    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => StreamOf(connection).Receive(message, (ChunkLane)info.Channel);

    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) =>
        StreamOf(connection).Fail(ErrorOf(reason, connection.EndError));

    private BrokerException ErrorOf(DisconnectReason reason, DatagramException? cause) => reason switch
    {
        DisconnectReason.NoAnswer => new BrokerUnreachableException(link.Broker, link.Host, link.Port, cause),
        DisconnectReason.Untrusted => new BrokerTlsException(link.Broker, link.Host, link.Port, cause is ServerNotTrustedException untrusted ? untrusted.Problem : "it is not trusted", cause),
        DisconnectReason.SecurityMismatch => new BrokerTlsException(link.Broker, link.Host, link.Port, "one side encrypts and the other does not", cause),
        DisconnectReason.Refused or DisconnectReason.VersionMismatch => new BrokerProtocolException(link.Broker, "it refused the link"),
        DisconnectReason.Timeout => new LinkLostException(link.Broker, "nothing was received for three times udp.heartbeat-interval", cause),
        DisconnectReason.Reset => new LinkLostException(link.Broker, "the other side has begun anew", cause),
        DisconnectReason.Local or DisconnectReason.Remote or DisconnectReason.EndpointClosed => new LinkLostException(link.Broker, "the other side closed it", cause),
        _ => new LinkLostException(link.Broker, $"{reason}", cause),
    };
}
