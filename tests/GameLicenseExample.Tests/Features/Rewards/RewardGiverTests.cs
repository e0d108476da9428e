using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Rewards;
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

    [Theory]
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
