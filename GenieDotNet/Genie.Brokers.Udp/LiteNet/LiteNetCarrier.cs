using Genie.Brokers.Udp.Chunks;
using LiteNetLib;

namespace Genie.Brokers.Udp.LiteNet;

/// <summary>A peer of LiteNetLib under a stream.</summary>
internal sealed class LiteNetCarrier(NetManager manager, LiteNetPeer peer) : IChunkCarrier
{
    public void Send(ReadOnlySpan<byte> message, ChunkLane lane)
    {
        // To a peer that is gone it sends nothing, and says nothing.
        if (peer.ConnectionState != ConnectionState.Connected) throw new IOException("The connection has ended.");
        ((NetPeer)peer).Send(message, (byte)lane, DeliveryMethod.ReliableOrdered);

        // Otherwise it is sent at the next tick of the library's timer.
        manager.TriggerUpdate();
    }

    public void End() => manager.DisconnectPeer(peer);
}
