using LiteNetLib;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>Hands what LiteNetLib receives to the server.</summary>
internal sealed class LiteNetServerListener(GameServer server) : LiteNetListener
{
    /// <inheritdoc/>
    public override void OnConnectionRequest(ConnectionRequest request)
    {
        if (!GameHandshake.TryRead(request.Data.GetRemainingBytesSpan(), out var number) || !server.Expects(number)) request.Reject();
        else if (request.Accept() is { } peer) peer.Tag = server.Join(number, new LiteNetLink(peer));
    }

    /// <inheritdoc/>
    public override void OnPeerDisconnected(NetPeer peer, DisconnectInfo disconnectInfo) => (peer.Tag as GameMember)?.Leave();

    /// <inheritdoc/>
    protected override void OnMessage(NetPeer peer, ReadOnlySpan<byte> message) => (peer.Tag as GameMember)?.Receive(message);
}
