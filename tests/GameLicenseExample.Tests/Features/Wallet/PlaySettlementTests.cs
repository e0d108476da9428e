using GameLicenseExample.Playing;
using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Wallet;

public sealed class PlaySettlementTests : IAsyncLifetime
{
    private TestFeatures _features = null!;

    public async Task InitializeAsync() => _features = await StartAsync();

    public async Task DisposeAsync() => await _features.DisposeAsync();

    [Fact]
    public async Task A_machines_account_has_what_the_player_has_until_he_leaves()
    {
        await _features.RecordAsync("ann", PlayJournal.Begun, 100, Noon, Philadelphia);
        await _features.PlayAsync("ann", 10, 0, Noon, Philadelphia);
        await _features.PlayAsync("ann", 10, 50, Noon, Philadelphia);
        await UntilAsync(BalanceAsync, balance => balance == 130);
        await _features.RestartAsync();
        Assert.Equal(130, await BalanceAsync());
        await _features.RecordAsync("ann", PlayJournal.Left, 130, Noon, Philadelphia);
        await UntilAsync(BalanceAsync, balance => balance == 0);
        Assert.Equal(0, (await _features.Game.Wallet.ReadAsync(default)).Sum);
    }

    [Fact]
    public async Task What_a_machine_cannot_have_staked_is_not_entered_and_what_follows_is()
    {
        await _features.RecordAsync("ann", PlayJournal.Begun, 5, Noon, Philadelphia);
        await _features.PlayAsync("ann", 10, 0, Noon, Philadelphia);
        await _features.RecordAsync("ann", PlayJournal.Played, 0.5, Noon, Philadelphia);
        await _features.PlayAsync("ann", 1, 3, Noon, Philadelphia);
        await UntilAsync(BalanceAsync, balance => balance == 7);
    }

    private async Task<long> BalanceAsync() => (await _features.Game.Wallet.ReadAsync(default)).BalanceOf("machine/ann");
}
