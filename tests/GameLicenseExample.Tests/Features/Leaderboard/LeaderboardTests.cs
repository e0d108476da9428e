using GameLicenseExample.Features.Leaderboard;
using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Leaderboard;

public sealed class LeaderboardTests : IAsyncLifetime
{
    private TestFeatures _features = null!;

    public async Task InitializeAsync() => _features = await StartAsync();

    public async Task DisposeAsync() => await _features.DisposeAsync();

    [Fact]
    public async Task Who_wins_most_often_in_a_minute_is_first_by_county_state_and_country()
    {
        await PlayAMinuteAsync();
        var board = await NewestAsync("county", "42101");
        Assert.Equal([new Leader("machine/ben", 3), new Leader("machine/ann", 2)], board.Leaders);
        Assert.Equal((Noon, Noon.AddMinutes(1), 5, 5 * 4), (board.Start, board.End, board.Wins, board.Gained));
        Assert.Equal(board.Leaders, (await NewestAsync("state", "US-PA")).Leaders);
        Assert.Equal([new Leader("machine/cem", 4), new Leader("machine/ben", 3), new Leader("machine/ann", 2)], (await NewestAsync("country", "US")).Leaders);
    }

    [Fact]
    public async Task A_late_win_revises_the_board_and_a_restart_counts_nothing_twice()
    {
        await PlayAMinuteAsync();
        await NewestAsync("county", "42101");
        await _features.PlayAsync("ann", 1, 5, Noon.AddSeconds(59), Philadelphia);
        await _features.PlayAsync("ann", 1, 5, Noon.AddSeconds(59), Philadelphia);
        var revised = await NewestAsync("county", "42101", wins: 7);
        Assert.Equal([new Leader("machine/ann", 4), new Leader("machine/ben", 3)], revised.Leaders);
        Assert.Equal(3, revised.Revision);

        await _features.RestartAsync();
        var again = await NewestAsync("county", "42101", wins: 7);
        Assert.Equal(revised.Leaders, again.Leaders);
        Assert.Equal(3, again.Revision);
    }

    private async Task PlayAMinuteAsync()
    {
        foreach (var (machine, wins, place) in new[] { ("ann", 2, Philadelphia), ("ben", 3, Philadelphia), ("cem", 4, Pentagon) })
        {
            for (var i = 0; i < wins; i++) await _features.PlayAsync(machine, 1, 5, Noon.AddSeconds(10 + i), place);
            await _features.PlayAsync(machine, 1, 0, Noon.AddSeconds(20), place);
        }

        // What comes later ends the minute, without a look at a clock.
        await _features.PlayAsync("dee", 1, 5, Noon.AddSeconds(70), Philadelphia);
        await _features.PlayAsync("dee", 1, 5, Noon.AddSeconds(70), Pentagon);
    }

    private async Task<Board> NewestAsync(string layer, string region, long wins = 1) =>
        (await UntilAsync(() => Task.FromResult(_features.Game.Leaderboards.Of(layer, region).FirstOrDefault(each => each.Start == Noon)), board => board?.Wins >= wins))!;
}
