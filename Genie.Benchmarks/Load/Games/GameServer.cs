using System.Buffers.Binary;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>The server of a game: keeps the newest state of everybody, sends each room's in each tick, and hands events on at once. Used by one thread.</summary>
internal sealed class GameServer(GamePlan plan) : IDatagramHandler
{
    private readonly GameRoom[] _rooms = [.. Enumerable.Range(0, (plan.Clients + GameWorkload.RoomMembersMax - 1) / GameWorkload.RoomMembersMax).Select(_ => new GameRoom(plan.Workload))];

    /// <summary>Messages sent.</summary>
    public long Sent => _rooms.Sum(static room => room.Sent);

    /// <summary>Messages that no client of the game sends.</summary>
    public long Malformed { get; private set; }

    /// <inheritdoc/>
    public void OnConnecting(ConnectionRequest request)
    {
        if (request.HandshakeData.Length != sizeof(int) || Number(request.HandshakeData) is var number && (number < 0 || number >= plan.Clients)) request.Refuse();
    }

    /// <inheritdoc/>
    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
        var number = Number(handshakeData);
        var member = new GameMember(_rooms[number / GameWorkload.RoomMembersMax], (byte)(number % GameWorkload.RoomMembersMax));
        connection.Tag = member;
        member.Room.Join(member.Index, connection);
    }

    /// <inheritdoc/>
    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
    {
        var member = (GameMember)connection.Tag!;
        if (!GameMessage.TryRead(message, out var read) || read.Member != member.Index) Malformed++;
        else if (read.Kind == GameMessageKind.Update) member.Room.Keep(read);
        else member.Room.Relay(read, message, info.Mode);
    }

    /// <inheritdoc/>
    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        if (connection.Tag is GameMember member) member.Room.Leave(member.Index);
    }

    /// <summary>Sends every room's state.</summary>
    public void Tick()
    {
        foreach (var room in _rooms) room.SendSnapshot();
    }

    private static int Number(ReadOnlySpan<byte> data) => BinaryPrimitives.ReadInt32LittleEndian(data);

    private sealed record GameMember(GameRoom Room, byte Index);
}
