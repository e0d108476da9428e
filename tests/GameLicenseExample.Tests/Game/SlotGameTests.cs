using GameLicenseExample.Game;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Game;

public sealed class SlotGameTests(ITestOutputHelper output)
{
    private static readonly PayTable Table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);

    [Fact]
    public void A_loss_costs_the_stake_and_a_win_pays_by_the_table()
    {
        var game = new SlotGame(Table, new Numbers(Table.Numbers - 1, 0, 20), credits: 100);
        Play(game, 10);
        Assert.Equal(new GameState { Credits = 90, Plays = 1, Staked = 10, ConsecutiveLosses = 1, LongestLosses = 1 }, game.State);
        Play(game, 10);
        Assert.Equal(90 - 10 + 2_000, game.State.Credits);
        Assert.Equal(0, game.State.ConsecutiveLosses);
        Play(game, 2);
        Assert.Equal(2_080 - 2 + 100, game.Leave());
        Assert.Equal(2, game.State.Wins);
        Assert.Equal(1, game.State.LongestLosses);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(51)]
    [InlineData(int.MaxValue)]
    public void A_stake_that_is_not_there_is_refused(int risk)
    {
        var game = new SlotGame(Table, new Numbers(1), credits: 50);
        Assert.Throws<StakeRefusedException>(() => game.Draw(risk));
        Assert.Equal(50, game.State.Credits);
    }

    [Fact]
    public void A_drawn_play_does_not_count_before_it_is_settled()
    {
        var game = new SlotGame(Table, new SeededRandom(5), credits: 50);
        game.Draw(50);
        Assert.Equal(new GameState { Credits = 50 }, game.State);
    }

    [Fact]
    public void Whoever_has_left_plays_no_more()
    {
        var game = new SlotGame(Table, new SeededRandom(5), credits: 50);
        Assert.Equal(50, game.Leave());
        Assert.Throws<StakeRefusedException>(() => game.Draw(1));
    }

    [Fact]
    public void Credits_are_conserved_whatever_is_played()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 200; round++)
        {
            var game = new SlotGame(Table, new SeededRandom((ulong)random.NextInt64()), random.Next(1, 500));
            var begun = game.State.Credits;
            for (var plays = random.Next(0, 100); plays > 0 && game.RiskLimit > 0; plays--) Play(game, random.Next(1, game.RiskLimit + 1));
            Assert.Equal(begun - game.State.Staked + game.State.Paid, game.State.Credits);
            Assert.True(game.State.Credits >= 0);
            Assert.True(game.State.ConsecutiveLosses <= game.State.LongestLosses && game.State.LongestLosses <= game.State.Plays - game.State.Wins);
        }
    }

    [Fact]
    public void The_same_seed_plays_the_same_game()
    {
        var (first, second) = (new SlotGame(Table, new SeededRandom(7), 1_000), new SlotGame(Table, new SeededRandom(7), 1_000));
        for (var i = 0; i < 500; i++) Assert.Equal(first.Draw(1), second.Draw(1));
    }

    [Fact]
    public void Cryptographic_numbers_are_in_range_and_differ()
    {
        var random = new CryptographicRandom();
        var numbers = Enumerable.Range(0, 1_000).Select(_ => random.Next(Table.Numbers)).ToArray();
        Assert.All(numbers, number => Assert.InRange(number, 0, Table.Numbers - 1));

        // Of 100,000 numbers a thousand draws repeat about five: fewer than 900 different ones would be a broken source.
        Assert.True(numbers.Distinct().Count() > 900);
    }

    private static void Play(SlotGame game, int risk) => game.Settle(game.Draw(risk));

    private sealed class Numbers(params int[] numbers) : IGameRandom
    {
        private int _next;

        public int Next(int count) => numbers[_next++];
    }
}
