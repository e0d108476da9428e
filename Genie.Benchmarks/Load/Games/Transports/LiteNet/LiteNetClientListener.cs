using LiteNetLib;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>Hands what LiteNetLib receives to the clients.</summary>
internal sealed class LiteNetClientListener(GameClients clients) : LiteNetListener
{
    /// <inheritdoc/>
    public override void OnPeerConnected(NetPeer peer) => clients.OnConnected();

    /// <inheritdoc/>
    public override void OnPeerDisconnected(NetPeer peer, DisconnectInfo disconnectInfo) => clients.OnEnded();

    /// <inheritdoc/>
    protected override void OnMessage(NetPeer peer, ReadOnlySpan<byte> message)
    {
        if (peer.Tag is GameClient client) clients.OnMessage(client, message);
    }
}
