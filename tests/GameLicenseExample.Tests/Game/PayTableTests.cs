using GameLicenseExample.Game;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Game;

public sealed class PayTableTests(ITestOutputHelper output)
{
    private const int Plays = 1_000_000;

    [Fact]
    public void The_default_table_pays_92_percent_exactly()
    {
        var table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
        var paid = Enumerable.Range(0, table.Numbers).Sum(number => (long)(table.PrizeOf(number)?.Multiplier ?? 0));
        Assert.Equal(100_000, table.Numbers);
        Assert.Equal(92_000, paid);
        Assert.Equal(0.92, table.Return, 15);
        Assert.Equal(0.3118, table.HitRate, 15);
        Assert.Equal(Math.Sqrt(17.05 - (0.92 * 0.92)), table.StandardDeviation, 12);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.02)]
    [InlineData(0.08)]
    [InlineData(0.35)]
    [InlineData(0.95)]
    public void A_table_holds_what_was_asked_for(double holdRate)
    {
        var table = PayTable.ForHoldRate(holdRate);
        var paid = Enumerable.Range(0, table.Numbers).Sum(number => (long)(table.PrizeOf(number)?.Multiplier ?? 0));
        Assert.Equal(table.Return, (double)paid / table.Numbers, 12);
        Assert.InRange(table.HoldRate, holdRate - 0.00001, holdRate + 0.00001);
    }

    [Theory]
    [InlineData(-0.01)]
    [InlineData(0.96)]
    [InlineData(double.NaN)]
    public void A_hold_rate_out_of_range_is_refused(double holdRate) => Assert.Throws<ArgumentOutOfRangeException>(() => PayTable.ForHoldRate(holdRate));

    /// <summary>Five standard deviations either way: 92 % ± 2.02 %, as the documentation states it.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2026)]
    [InlineData(0xFFFF_FFFF_FFFF_FFFF)]
    public void A_million_plays_pay_what_the_table_says(ulong seed)
    {
        var table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
        var game = new SlotGame(table, new SeededRandom(seed), Plays);
        for (var i = 0; i < Plays; i++) game.Settle(game.Draw(1));
        var returned = (double)game.State.Paid / game.State.Staked;
        output.WriteLine($"seed {seed}: {returned:P3} paid, {(double)game.State.Wins / Plays:P3} won, at most {game.State.LongestLosses} losses in a row");
        Assert.Equal(Plays, game.State.Staked);
        Assert.InRange(returned, table.Return - (5 * table.StandardDeviation / Math.Sqrt(Plays)), table.Return + (5 * table.StandardDeviation / Math.Sqrt(Plays)));
        var hits = (double)game.State.Wins / Plays;
        var hitDeviation = Math.Sqrt(table.HitRate * (1 - table.HitRate) / Plays);
        Assert.InRange(hits, table.HitRate - (5 * hitDeviation), table.HitRate + (5 * hitDeviation));
    }

    [Fact]
    public void The_reels_show_three_alike_when_it_wins_and_only_then()
    {
        var table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
        for (var number = 0; number < table.Numbers; number++)
        {
            var (reels, prize) = (table.ReelsOf(number), table.PrizeOf(number));
            var isAlike = reels.First == reels.Second && reels.Second == reels.Third;
            Assert.Equal(prize is not null, isAlike);
            if (prize is not null) Assert.Equal(prize.Symbol, reels.First);
        }
    }
}
