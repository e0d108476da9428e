using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Udp.Chunks;
using LiteNetLib;

namespace Genie.Brokers.Udp.LiteNet;

/// <summary>Hands what a manager of LiteNetLib receives to the streams of its peers.</summary>
/// <param name="link">What links are made with.</param>
/// <param name="windowBytes">The receive window of a stream.</param>
/// <param name="accepted">Told of links that others opened; null where nobody may.</param>
internal sealed class LiteNetHandler(LinkOptions link, int windowBytes, Action<LinkTransport, string>? accepted) : INetEventListener
{
    // Whoever connects and the library's thread may both be first to ask for a peer's stream.
    private readonly ConditionalWeakTable<NetPeer, ChunkStream> _streams = [];

    public NetManager Manager { get; set; } = null!;

    public ChunkStream StreamOf(NetPeer peer) =>
        peer.Tag as ChunkStream ?? (ChunkStream)(peer.Tag = _streams.GetValue(peer, made => new ChunkStream(new LiteNetCarrier(Manager, made), windowBytes)));

    public void OnConnectionRequest(ConnectionRequest request)
    {
        if (accepted is null || !UdpHello.TryRead(request.Data.GetRemainingBytesSpan(), out var channel))
        {
            request.Reject();
            return;
        }

        var stream = StreamOf(request.Accept());
        stream.Open();
        accepted(stream.AsLink(link), channel);
    }

    public void OnPeerConnected(NetPeer peer)
    {
        if (accepted is null) StreamOf(peer).Open();
    }

    public void OnPeerDisconnected(NetPeer peer, DisconnectInfo disconnectInfo) => StreamOf(peer).Fail(ErrorOf(disconnectInfo));

    public void OnNetworkReceive(NetPeer peer, NetPacketReader reader, byte channelNumber, DeliveryMethod deliveryMethod) =>
        StreamOf(peer).Receive(reader.GetRemainingBytesSpan(), (ChunkLane)channelNumber);

    public void OnNetworkReceiveUnconnected(IPEndPoint remoteEndPoint, NetPacketReader reader, UnconnectedMessageType messageType)
    {
    }

    public void OnNetworkError(IPEndPoint endPoint, SocketError socketError)
    {
    }

    public void OnNetworkLatencyUpdate(NetPeer peer, int latency)
    {
    }

    private BrokerException ErrorOf(in DisconnectInfo info) => info.Reason switch
    {
        DisconnectReason.ConnectionFailed or DisconnectReason.HostUnreachable or DisconnectReason.NetworkUnreachable or DisconnectReason.UnknownHost =>
            new BrokerUnreachableException(link.Broker, link.Host, link.Port),
        DisconnectReason.ConnectionRejected or DisconnectReason.InvalidProtocol => new BrokerProtocolException(link.Broker, "it refused the link"),
        DisconnectReason.Timeout => new LinkLostException(link.Broker, "nothing was received for three times udp.heartbeat-interval"),
        DisconnectReason.RemoteConnectionClose or DisconnectReason.DisconnectPeerCalled => new LinkLostException(link.Broker, "the other side closed it"),
        _ => new LinkLostException(link.Broker, $"{info.Reason}"),
    };
}
