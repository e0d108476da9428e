using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Rewards;
using GameLicenseExample.Features.Wallet;
using GameLicenseExample.Playing;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Rewards;

public sealed class RewardGiverTests : IAsyncLifetime
{
    private TestFeatures _features = null!;

    public async Task InitializeAsync() => _features = await StartAsync();

    public async Task DisposeAsync() => await _features.DisposeAsync();

    [Fact]
    public async Task A_play_that_matches_is_rewarded_once_whatever_is_read_again()
    {
        await _features.Game.Rewards.PutAsync(new Reward("jackpot", "kind == \"play\" && value > 50 && place.county == \"42101\"", 25), default);
        await _features.PlayAsync("ann", 1, 100, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 5, Noon, Philadelphia);
        await _features.PlayAsync("ben", 1, 100, Noon, Pentagon);
        await UntilRewardedAsync(25);

        // All facts once more, as if the checkpoint had been lost.
        await foreach (var each in _features.Store.ReadAllAsync(0, default)) await _features.Game.Rewards.GiveAsync(each, default);
        Assert.Equal((25, 0), (await RewardedAsync("machine/ann"), await RewardedAsync("machine/ben")));
    }

    [Fact]
    public async Task The_first_of_a_countys_board_is_rewarded_when_the_window_ends()
    {
        await _features.PlayAsync("ann", 1, 5, Noon, Philadelphia);
        await _features.PlayAsync("ben", 1, 5, Noon.AddMinutes(2), Philadelphia);
        await UntilRewardedAsync(RewardGiver.LeaderCredits);
    }

    [Fact]
    public async Task A_reward_takes_the_place_of_one_of_the_same_name()
    {
        await _features.Game.Rewards.PutAsync(new Reward("lucky", "value > 1", 5), default);
        await _features.Game.Rewards.PutAsync(new Reward("lucky", "value > 2", 7), default);
        Assert.Equal(new Reward("lucky", "value > 2", 7), Assert.Single(_features.Game.Rewards.List()));
    }

    [Fact]
    public async Task What_the_ledger_refuses_is_put_on_record_and_the_rewards_after_it_are_given()
    {
        // Of an earlier version, or put by somebody else: more than an account can hold.
        await _features.PutRuleAsync(new Rule($"reward/{long.MaxValue}/all", RuleText.Parse("kind == \"play\" && value == 7")));
        await _features.Game.Rewards.PutAsync(new Reward("small", "kind == \"play\" && value == 8", 3), default);
        var refused = await _features.PlayAsync("ann", 1, 8, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 9, Noon, Philadelphia);
        await UntilRewardedAsync(3);
        var failed = await _features.Game.Rewards.ReadFailedAsync(default);
        var letter = Assert.Single(failed.Last);
        Assert.Equal((1, refused.Key, long.MaxValue), (failed.Count, letter.Account, letter.Credits));
        Assert.Contains("cannot hold that many credits", letter.Reason, StringComparison.Ordinal);
        await foreach (var each in _features.Store.ReadAllAsync(0, default)) await _features.Game.Rewards.GiveAsync(each, default);
        Assert.Equal(1, (await _features.Game.Rewards.ReadFailedAsync(default)).Count);
    }

    [Fact]
    public async Task A_sequence_of_plays_is_rewarded_once()
    {
        await _features.Game.Rewards.PutAsync(new Reward("streak", "sequence(kind == \"play\" && value > 0, kind == \"play\" && value > 0, \"1m\")", 4), default);
        await _features.PlayAsync("ann", 1, 5, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 5, Noon.AddSeconds(1), Philadelphia);
        await UntilRewardedAsync(4);
        await foreach (var each in _features.Store.ReadAllAsync(0, default)) await _features.Game.Rewards.GiveAsync(each, default);
        Assert.Equal(4, await RewardedAsync("machine/ann"));
    }

    [Fact]
    public async Task What_a_machine_won_goes_to_the_player_who_leaves_whenever_it_is_given()
    {
        await _features.Game.Rewards.PutAsync(new Reward("each", "kind == \"play\"", 5), default);
        await _features.RecordAsync("ann", PlayJournal.Begun, 100, Noon, Philadelphia);
        for (var i = 0; i < 40; i++) await _features.PlayAsync("ann", 1, 1, Noon, Philadelphia);
        await _features.RecordAsync("ann", PlayJournal.Left, 100, Noon, Philadelphia);
        await UntilRewardedAsync(200);
        await UntilAsync(() => _features.Game.Wallet.ReadAsync(default), state => state.BalanceOf("machine/ann") == 0 && state.BalanceOf(CreditWallet.House) == 0);

        // The credits that another player brings are not touched, nor those that he wins while he plays.
        await _features.RecordAsync("ann", PlayJournal.Begun, 30, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 1, Noon, Philadelphia);
        await UntilAsync(() => _features.Game.Wallet.ReadAsync(default), state => state.BalanceOf("machine/ann") == 35);
        await _features.PlayAsync("ann", 30, 0, Noon, Philadelphia);
        await _features.RecordAsync("ann", PlayJournal.Left, 0, Noon, Philadelphia);
        await UntilRewardedAsync(210);
        await UntilAsync(() => _features.Game.Wallet.ReadAsync(default), state => state.BalanceOf("machine/ann") == 0);
    }

    [Fact]
    public async Task What_is_no_play_gets_nothing()
    {
        await _features.Game.Rewards.PutAsync(new Reward("any", "value >= 0", 5), default);
        await _features.Game.Locator.PutVenueAsync("v", "bar", Philadelphia, default);
        await _features.RecordAsync("ann", PlayJournal.Begun, 100, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 1, Noon, Philadelphia);
        await UntilRewardedAsync(5);
        Assert.Equal(0, (await _features.Game.Wallet.ReadAsync(default)).BalanceOf("venue/bar"));
    }

    [Theory]
    [InlineData("kind == \"venue\"", "no play can match")]
    [InlineData("kind == \"here\" || kind == \"venue\" && value > 1", "no play can match")]
    [InlineData("!(kind == \"play\")", "no play can match")]
    [InlineData("window(\"wins-county\").count > 1", "windows here are about regions")]
    public async Task A_reward_that_nobody_could_get_is_refused_in_words(string when, string why) =>
        Assert.Contains(why, (await Assert.ThrowsAsync<FeatureRefusedException>(() => _features.Game.Rewards.PutAsync(new Reward("lucky", when, 5), default))).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("lucky", "kind == \"play\"", 1_000_001)]
    [InlineData("lucky", "kind == \"play\"", long.MaxValue)]
    [InlineData("lucky", "value >", 5)]
    [InlineData("lucky", "", 5)]
    [InlineData("lucky", "value > 1", 0)]
    [InlineData("un lucky", "value > 1", 5)]
    public async Task What_is_no_reward_is_refused(string name, string when, long credits)
    {
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _features.Game.Rewards.PutAsync(new Reward(name, when, credits), default));
        Assert.Empty(_features.Game.Rewards.List());
    }

    private Task<long> UntilRewardedAsync(long credits) => UntilAsync(() => RewardedAsync("machine/ann"), rewarded => rewarded == credits);

    // What plays changed is in the same account; rewards are told apart by their reasons.
    private async Task<long> RewardedAsync(string account)
    {
        var credits = 0L;
        await foreach (var each in _features.Game.Wallet.ReadEntriesAsync(default))
        {
            if (each.Reason.StartsWith("reward", StringComparison.Ordinal) || each.Reason.StartsWith("first", StringComparison.Ordinal)) credits += each.Postings.Where(posting => posting.Account == account).Sum(posting => posting.Credits);
        }

        return credits;
    }
}
