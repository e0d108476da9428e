using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>Clients that see each other, as the server has them.</summary>
internal sealed class GameRoom(GameWorkload workload)
{
    private readonly DatagramConnection?[] _links = new DatagramConnection?[GameWorkload.RoomMembersMax];
    private readonly GameMessage[] _newest = new GameMessage[GameWorkload.RoomMembersMax];
    private readonly byte[] _snapshot = new byte[1 + (GameWorkload.RoomMembersMax * workload.UpdateBytes)];

    /// <summary>Messages sent to its members.</summary>
    public long Sent { get; private set; }

    /// <summary>A client comes, or comes again.</summary>
    public void Join(byte member, DatagramConnection link) => _links[member] = link;

    /// <summary>A client goes.</summary>
    public void Leave(byte member) => (_links[member], _newest[member]) = (null, default);

    /// <summary>Keeps a client's state.</summary>
    public void Keep(in GameMessage update) => _newest[update.Member] = update;

    /// <summary>Hands an event on to all others.</summary>
    public void Relay(in GameMessage message, ReadOnlySpan<byte> bytes, DeliveryMode mode)
    {
        for (var member = 0; member < _links.Length; member++)
        {
            if (member != message.Member) Send(_links[member], bytes, mode);
        }
    }

    /// <summary>Tells all members the newest state of all.</summary>
    public void SendSnapshot()
    {
        _snapshot[0] = (byte)GameMessageKind.Snapshot;
        var length = 1;
        foreach (var update in _newest)
        {
            if (update.Number == 0) continue;
            update.Write(_snapshot.AsSpan(length, workload.UpdateBytes));
            length += workload.UpdateBytes;
        }

        if (length == 1) return;
        foreach (var link in _links) Send(link, _snapshot.AsSpan(0, length), DeliveryMode.Sequenced);
    }

    private void Send(DatagramConnection? link, ReadOnlySpan<byte> message, DeliveryMode mode)
    {
        if (link is not { State: ConnectionState.Connected }) return;
        link.Send(message, mode);
        Sent++;
    }
}
