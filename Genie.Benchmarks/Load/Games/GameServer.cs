using Genie.Benchmarks.Load.Games.Transports;

namespace Genie.Benchmarks.Load.Games;

/// <summary>The server of a game: the rooms, to each of which it sends its state in each tick. Used by one thread, or by one for each room.</summary>
internal sealed class GameServer(GamePlan plan)
{
    private readonly GameRoom[] _rooms = [.. Enumerable.Range(0, (plan.Clients + GameWorkload.RoomMembersMax - 1) / GameWorkload.RoomMembersMax).Select(_ => new GameRoom(plan.Workload))];

    /// <summary>How many rooms there are.</summary>
    public int Rooms => _rooms.Length;

    /// <summary>Between two ticks.</summary>
    public TimeSpan Interval => plan.Workload.Interval;

    /// <summary>Messages sent.</summary>
    public long Sent => _rooms.Sum(static room => room.Sent);

    /// <summary>Messages that no client of the game sends.</summary>
    public long Malformed => _rooms.Sum(static room => room.Malformed);

    /// <summary>True if a client of this number plays.</summary>
    public bool Expects(int number) => number >= 0 && number < plan.Clients;

    /// <summary>A room, by its number.</summary>
    public GameRoom RoomAt(int index) => _rooms[index];

    /// <summary>A client comes.</summary>
    /// <param name="number">One that is expected.</param>
    /// <param name="link">The way to it.</param>
    public GameMember Join(int number, IGameLink link)
    {
        var member = new GameMember(RoomAt(number / GameWorkload.RoomMembersMax), (byte)(number % GameWorkload.RoomMembersMax));
        member.Room.Join(member.Index, link);
        return member;
    }

    /// <summary>Sends every room's state.</summary>
    public void Tick()
    {
        foreach (var room in _rooms) room.SendSnapshot();
    }
}

/// <summary>A client, as the server has it.</summary>
/// <param name="Room">Where it is.</param>
/// <param name="Index">Its number there.</param>
internal sealed record GameMember(GameRoom Room, byte Index)
{
    /// <summary>It sent something.</summary>
    public void Receive(ReadOnlySpan<byte> message) => Room.Receive(Index, message);

    /// <summary>It goes.</summary>
    public void Leave() => Room.Leave(Index);
}
