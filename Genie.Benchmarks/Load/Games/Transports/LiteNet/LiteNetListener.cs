using System.Net;
using System.Net.Sockets;
using LiteNetLib;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>What both sides have of a listener of LiteNetLib.</summary>
internal abstract class LiteNetListener : INetEventListener
{
    /// <summary>Messages received so far.</summary>
    public long Received { get; private set; }

    /// <inheritdoc/>
    public virtual void OnConnectionRequest(ConnectionRequest request) => request.Reject();

    /// <inheritdoc/>
    public virtual void OnPeerConnected(NetPeer peer)
    {
    }

    /// <inheritdoc/>
    public abstract void OnPeerDisconnected(NetPeer peer, DisconnectInfo disconnectInfo);

    /// <inheritdoc/>
    public void OnNetworkReceive(NetPeer peer, NetPacketReader reader, byte channelNumber, DeliveryMethod deliveryMethod)
    {
        Received++;
        OnMessage(peer, reader.GetRemainingBytesSpan());
    }

    /// <inheritdoc/>
    public void OnNetworkReceiveUnconnected(IPEndPoint remoteEndPoint, NetPacketReader reader, UnconnectedMessageType messageType)
    {
    }

    /// <inheritdoc/>
    public void OnNetworkError(IPEndPoint endPoint, SocketError socketError)
    {
    }

    /// <inheritdoc/>
    public void OnNetworkLatencyUpdate(NetPeer peer, int latency)
    {
    }

    /// <summary>A message came.</summary>
    protected abstract void OnMessage(NetPeer peer, ReadOnlySpan<byte> message);
}
