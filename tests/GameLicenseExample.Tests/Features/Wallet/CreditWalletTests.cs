using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Wallet;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Features.Wallet;

public sealed class CreditWalletTests(ITestOutputHelper output) : IAsyncLifetime, IDisposable
{
    private TestStore _store = null!;
    private CreditWallet _wallet = null!;

    public async Task InitializeAsync()
    {
        _store = await TestStore.OpenAsync();
        _wallet = new CreditWallet(_store.Events, TimeProvider.System);
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose() => _wallet.Dispose();

    [Fact]
    public async Task A_request_that_is_sent_again_takes_effect_once_also_after_a_restart()
    {
        var first = await _wallet.TransferAsync("r1", CreditWallet.House, "player/ann", 100, "paid in", default);
        Assert.Equal(first.Time, (await _wallet.TransferAsync("r1", CreditWallet.House, "player/ann", 100, "paid in", default)).Time);
        await _store.ReopenAsync();
        using var later = new CreditWallet(_store.Events, TimeProvider.System);
        await later.TransferAsync("r1", CreditWallet.House, "player/ann", 100, "paid in", default);
        var state = await later.ReadAsync(default);
        Assert.Equal((100, -100, 1, 0), (state.BalanceOf("player/ann"), state.BalanceOf(CreditWallet.House), state.Entries, state.Sum));
    }

    [Fact]
    public async Task A_name_that_stands_for_another_transfer_is_refused()
    {
        await _wallet.TransferAsync("r1", CreditWallet.House, "player/ann", 100, "", default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _wallet.TransferAsync("r1", CreditWallet.House, "player/ann", 101, "", default));
        Assert.Equal(100, (await _wallet.ReadAsync(default)).BalanceOf("player/ann"));
    }

    [Theory]
    [InlineData("player/ann", "player/ben", 101)]
    [InlineData("player/ann", "player/ben", 0)]
    [InlineData("player/ann", "player/ben", -1)]
    [InlineData("player/ann", "player/ben", long.MinValue)]
    [InlineData("player/ann", "player/ann", 1)]
    [InlineData("player/ben", "player/ann", 1)]
    [InlineData("house", "player/ann", long.MaxValue)]
    public async Task What_is_no_transfer_leaves_no_trace(string from, string to, long credits)
    {
        await _wallet.TransferAsync("r1", CreditWallet.House, "player/ann", 100, "", default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _wallet.TransferAsync("r2", from, to, credits, "", default));
        Assert.Equal(1, (await _wallet.ReadAsync(default)).Entries);
    }

    [Fact]
    public async Task Postings_that_do_not_add_up_are_refused()
    {
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _wallet.PostAsync("r", [new Posting(CreditWallet.House, -3), new Posting("player/ann", 1), new Posting("player/ben", 1)], "", default));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _wallet.PostAsync(" ", [new Posting(CreditWallet.House, -1), new Posting("player/ann", 1)], "", default));
        await _wallet.PostAsync("r", [new Posting(CreditWallet.House, -3), new Posting("player/ann", 1), new Posting("player/ben", 2)], "", default);
        Assert.Equal(0, (await _wallet.ReadAsync(default)).Sum);
    }

    [Fact]
    public async Task Two_processes_on_one_store_lose_and_double_nothing()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var first = new CreditWallet(_store.Events, TimeProvider.System);
        using var second = new CreditWallet(_store.Events, TimeProvider.System);
        string[] players = ["player/a", "player/b", "player/c"];
        foreach (var each in players) await first.TransferAsync("in/" + each, CreditWallet.House, each, 50, "", default);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(worker => Task.Run(async () =>
        {
            var random = new Random(seed + worker);
            for (var i = 0; i < 40; i++)
            {
                // Half of the requests are sent by both.
                var number = new Random((1_000 * (worker / 2)) + i).Next(1_000);
                var request = $"{worker / 2}/{i}";
                try
                {
                    await (random.Next(2) == 0 ? first : second).TransferAsync(request, players[number % 3], players[(number + 1) % 3], 1 + (number % 20), "", default);
                }
                catch (FeatureRefusedException)
                {
                    // That account had too little then.
                }
            }
        })));
        var state = await first.ReadAsync(default);
        Assert.Equal(state.Balances, (await second.ReadAsync(default)).Balances);
        Assert.Equal((150, -150), (players.Sum(state.BalanceOf), state.BalanceOf(CreditWallet.House)));
        Assert.All(players, each => Assert.True(state.BalanceOf(each) >= 0));
        var requests = new List<string>();
        await foreach (var each in second.ReadEntriesAsync(default)) requests.Add(each.Request);
        Assert.Equal(requests.Distinct().Count(), requests.Count);
    }
}
