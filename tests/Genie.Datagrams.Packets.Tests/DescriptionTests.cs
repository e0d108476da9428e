using Genie.Datagrams.Packets.Tests.Arena;

namespace Genie.Datagrams.Packets.Tests;

public sealed class DescriptionTests
{
    private static readonly Snapshot Full = new(
        5, [new Body(1, Team.Red, new Vector(1, -2), Keys.Up), new Body(2, Team.Referee, new Vector(-100, 100), Keys.Up | Keys.Fire)], "kick-off", new Guid(1, 2, 3, new byte[8]), new Vector(0, 0.5f), [3, null, 0]);

    [Fact]
    public void Packets_of_a_description_are_written_and_read()
    {
        var read = Exchange(Full);
        Assert.Equal((5u, "kick-off", Full.Session), (read.Tick, read.Message, read.Session));
        Assert.Equal([(1, Team.Red, Keys.Up), (2, Team.Referee, Keys.Up | Keys.Fire)], read.Bodies.Select(body => ((int)body.Player, body.Team, body.@class)));
        Assert.Equal([3, null, 0], read.Scores);
        Assert.InRange(read.Ball!.Value.Y, 0.495f, 0.505f);
        Assert.InRange(read.Bodies[1].Position.X, -100.005f, -99.995f);
        Assert.Equal(100, Snapshot.PacketId);
    }

    [Fact]
    public void What_is_not_there_is_not_there_afterwards()
    {
        var read = Exchange(Full with { Message = null, Ball = null, Bodies = [], Scores = [] });
        Assert.Null(read.Message);
        Assert.Null(read.Ball);
        Assert.Empty(read.Bodies);
        Assert.Empty(read.Scores);
    }

    [Fact]
    public void Their_deltas_have_what_changed()
    {
        var buffer = new byte[PacketSerializer.MaxBytes<Snapshot>()];
        var next = Full with { Tick = 6, Ball = new Vector(0, 0.51f) };
        Assert.True(PacketSerializer.TryWriteDelta(next, Full, buffer, out var written));

        // 16 header, 6 members, 32 tick, 1 there is a ball, 2 members of it, 15 its Y.
        Assert.Equal((16 + 6 + 32 + 1 + 2 + 15 + 7) / 8, written);
        Assert.True(PacketSerializer.TryReadDelta(buffer.AsSpan(0, written), Full, out var read));
        Assert.True(PacketContent.AreSame(next, read));
    }

    private static Snapshot Exchange(Snapshot packet)
    {
        var buffer = new byte[PacketSerializer.MaxBytes<Snapshot>()];
        Assert.True(PacketSerializer.TryWrite(packet, buffer, out var written));
        Assert.True(PacketSerializer.TryRead<Snapshot>(buffer.AsSpan(0, written), out var read));
        return read;
    }
}
