namespace Genie.Benchmarks.Load.Games;

/// <summary>
/// Ticks of many that know nothing of each other, spread over the interval in slices of 15 ms at least, LiteNetLib's usual update time: were all at once, the socket that they share here would have to hold a burst that no network brings.
/// A room has its slice, and its clients are spread evenly from there on, so that a state waits as long in every room, on average.
/// </summary>
/// <param name="interval">Between two ticks of one.</param>
/// <param name="beginMicroseconds">When the first is due.</param>
internal sealed class SpreadTicks(TimeSpan interval, long beginMicroseconds)
{
    private const double SliceMilliseconds = 15;

    private readonly long _intervalMicroseconds = (long)interval.TotalMicroseconds;
    private long _taken;

    /// <summary>The parts of an interval.</summary>
    public int Slices { get; } = Math.Max(1, (int)(interval.TotalMilliseconds / SliceMilliseconds));

    /// <summary>When the next slice is due.</summary>
    public long NextMicroseconds => beginMicroseconds + (_taken * _intervalMicroseconds / Slices);

    /// <summary>A room's slice.</summary>
    public int SliceOfRoom(int room) => room % Slices;

    /// <summary>A client's slice, by its number.</summary>
    public int SliceOfClient(int number)
    {
        var (room, member) = Math.DivRem(number, GameWorkload.RoomMembersMax);
        return (room + (member * Slices / GameWorkload.RoomMembersMax)) % Slices;
    }

    /// <summary>The next slice, which is done with.</summary>
    public int Take() => (int)(_taken++ % Slices);

    /// <summary>Leaves out what is a whole interval late: newer states are on their way.</summary>
    public void LeaveOut(long nowMicroseconds)
    {
        if (nowMicroseconds > NextMicroseconds) _taken += (nowMicroseconds - NextMicroseconds) / _intervalMicroseconds * Slices;
    }
}
