using Genie.Benchmarks.Load.Games.Transports;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>Clients that see each other, as the server has them: it keeps the newest state of each, and hands events on at once. Used by one thread at a time.</summary>
internal sealed class GameRoom(GameWorkload workload)
{
    private readonly IGameLink?[] _links = new IGameLink?[GameWorkload.RoomMembersMax];
    private readonly GameMessage[] _newest = new GameMessage[GameWorkload.RoomMembersMax];
    private readonly byte[] _snapshot = new byte[1 + (GameWorkload.RoomMembersMax * workload.UpdateBytes)];

    /// <summary>Messages sent to its members.</summary>
    public long Sent { get; private set; }

    /// <summary>Messages that no client of the game sends.</summary>
    public long Malformed { get; private set; }

    /// <summary>A client comes, or comes again.</summary>
    public void Join(byte member, IGameLink link) => _links[member] = link;

    /// <summary>A client goes.</summary>
    public void Leave(byte member) => (_links[member], _newest[member]) = (null, default);

    /// <summary>A client's message.</summary>
    public void Receive(byte member, ReadOnlySpan<byte> message)
    {
        if (!GameMessage.TryRead(message, out var read) || read.Member != member) Malformed++;
        else if (read.Kind == GameMessageKind.Update) Keep(read);
        else Relay(read, message);
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

    private void Keep(in GameMessage update)
    {
        // Not every transport drops those that were overtaken.
        if (update.Number > _newest[update.Member].Number) _newest[update.Member] = update;
    }

    /// <summary>On the sender's channel: what is lost of one holds nothing up that another one sent.</summary>
    private void Relay(in GameMessage read, ReadOnlySpan<byte> message)
    {
        for (var member = 0; member < _links.Length; member++)
        {
            if (member != read.Member) Send(_links[member], message, read.Mode, read.Member);
        }
    }

    private void Send(IGameLink? link, ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        if (link is not { IsConnected: true }) return;
        link.Send(message, mode, channel);
        Sent++;
    }
}
