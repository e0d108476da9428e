using System.Net;
using System.Net.Sockets;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>What LiteNetLib calls, on the thread that polls or updates its socket: the endpoint's lock is held.</summary>
/// <param name="endpoint">The endpoint.</param>
/// <param name="isListening">True for the socket that takes connections.</param>
internal sealed class LiteNetListener(LiteNetEndpoint endpoint, bool isListening) : INetEventListener
{
    public void OnConnectionRequest(global::LiteNetLib.ConnectionRequest request)
    {
        if (isListening) endpoint.OnRequest(request);
        else request.RejectForce();
    }

    public void OnPeerConnected(NetPeer peer)
    {
        // The server's first message says it, and what the server has to say with it.
    }

    public void OnPeerDisconnected(NetPeer peer, DisconnectInfo disconnectInfo) => (peer.Tag as LiteNetConnection)?.OnEnded(disconnectInfo);

    public void OnNetworkReceive(NetPeer peer, NetPacketReader reader, byte channelNumber, DeliveryMethod deliveryMethod) =>
        (peer.Tag as LiteNetConnection)?.OnReceived(reader.GetRemainingBytesSpan());

    public void OnMessageDelivered(NetPeer peer, object userData) => (peer.Tag as LiteNetConnection)?.OnDelivered((OutgoingMessage)userData);

    public void OnNetworkReceiveUnconnected(IPEndPoint remoteEndPoint, NetPacketReader reader, UnconnectedMessageType messageType)
    {
        // Not asked for.
    }

    public void OnNetworkError(IPEndPoint endPoint, SocketError socketError)
    {
        // What cannot be sent is sent again, or ends by the time-out.
    }

    public void OnNetworkLatencyUpdate(NetPeer peer, int latency)
    {
        // The connection's statistics ask for it.
    }
}
