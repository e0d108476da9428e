using Genie.Benchmarks.Load.Games;

namespace Genie.Benchmarks.Tests.Load.Games;

/// <summary>What a client says of messages that no server of ours sends.</summary>
public sealed class GameClientTests
{
    private readonly GameScore _score = new(TimeSpan.FromMilliseconds(100));
    private readonly GameClient _client;

    public GameClientTests() => _client = new GameClient(new GamePlan { Workload = GameWorkload.Fps, Clients = 3, Duration = TimeSpan.FromSeconds(1) }, number: 0, _score);

    [Fact]
    public void Events_that_are_doubled_or_have_lost_others_before_them_are_told()
    {
        foreach (var number in (uint[])[1, 2, 2, 4]) Receive(new(GameMessageKind.OrderedEvent, 1, number, 0));
        foreach (var number in (uint[])[3, 1, 3]) Receive(new(GameMessageKind.UnorderedEvent, 1, number, 0));

        Assert.Equal((2, 1), (_score.DoubledEvents, _score.EventsOutOfOrder));
        Assert.Equal(3 + 2, _score.EventsReceived);
    }

    [Fact]
    public void States_count_when_they_are_new_and_not_the_clients_own()
    {
        Snapshot(50_000, new(GameMessageKind.Update, 0, 9, 0), new(GameMessageKind.Update, 1, 4, 0));
        Snapshot(150_000, new(GameMessageKind.Update, 1, 4, 0), new(GameMessageKind.Update, 2, 1, 0));
        Snapshot(200_000, new GameMessage(GameMessageKind.Update, 1, 7, 150_000));

        Assert.Equal((3, 1), (_client.UpdatesSeen, _score.LateUpdates));
        Assert.Equal(4 + 1, _client.UpdatesToSee);
        Assert.Equal((250_000, 3), _client.Ages);
    }

    [Fact]
    public void What_is_none_of_the_games_messages_is_counted()
    {
        _client.Receive([], 0);
        _client.Receive([4, 1, 2], 0);
        _client.Receive([9, .. new byte[31]], 0);
        Receive(new(GameMessageKind.OrderedEvent, GameWorkload.RoomMembersMax, 1, 0));

        Assert.Equal(4, _score.Malformed);
        Assert.Equal(0, _score.EventsReceived);
    }

    private void Receive(GameMessage message)
    {
        var bytes = new byte[GameWorkload.Fps.EventBytes];
        message.Write(bytes);
        _client.Receive(bytes, 0);
    }

    private void Snapshot(long nowMicroseconds, params GameMessage[] updates)
    {
        var bytes = new byte[1 + (updates.Length * GameWorkload.Fps.UpdateBytes)];
        bytes[0] = (byte)GameMessageKind.Snapshot;
        for (var i = 0; i < updates.Length; i++) updates[i].Write(bytes.AsSpan(1 + (i * GameWorkload.Fps.UpdateBytes), GameWorkload.Fps.UpdateBytes));
        _client.Receive(bytes, nowMicroseconds);
    }
}
