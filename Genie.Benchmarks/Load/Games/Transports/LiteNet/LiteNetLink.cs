using Genie.Datagrams;
using LiteNetLib;
using ConnectionState = LiteNetLib.ConnectionState;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>A peer of LiteNetLib, whose ways of delivery are the same as those of Genie.Datagrams.</summary>
internal sealed class LiteNetLink(NetPeer peer) : IGameLink
{
    /// <inheritdoc/>
    public bool IsConnected => peer.ConnectionState == ConnectionState.Connected;

    /// <inheritdoc/>
    public void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0) => peer.Send(message, channel, mode switch
    {
        DeliveryMode.ReliableOrdered => DeliveryMethod.ReliableOrdered,
        DeliveryMode.ReliableUnordered => DeliveryMethod.ReliableUnordered,
        _ => DeliveryMethod.Sequenced,
    });
}
