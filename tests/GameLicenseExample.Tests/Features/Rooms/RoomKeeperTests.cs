using System.Security.Cryptography;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Rooms;
using GameLicenseExample.Features.Wallet;
using Genie.Testing;

namespace GameLicenseExample.Tests.Features.Rooms;

public sealed class RoomKeeperTests : IAsyncLifetime, IDisposable
{
    private static readonly string[] Players = ["ann", "ben", "cem"];
    private readonly ManualClock _clock = new();
    private TestStore _store = null!;
    private CreditWallet _wallet = null!;
    private RoomKeeper _rooms = null!;

    public async Task InitializeAsync()
    {
        _store = await TestStore.OpenAsync();
        _wallet = new CreditWallet(_store.Events, _clock);
        _rooms = new RoomKeeper(_store.Events, _wallet, _clock);
        foreach (var each in Players) await _wallet.TransferAsync($"in/{each}", CreditWallet.House, $"player/{each}", 50, "", default);
        await _rooms.OpenAsync("o1", "blue", Players.Length, stake: 20, default);
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose()
    {
        _rooms.Dispose();
        _wallet.Dispose();
    }

    [Fact]
    public async Task Who_rolls_highest_gets_the_stakes_and_everybody_can_do_the_sums_again()
    {
        await JoinAllAsync();
        foreach (var each in Players) await _rooms.RevealAsync("blue", each, Convert.ToHexString(SecretOf(each)), default);
        var order = (await RoomAsync()).Order;
        var seed = FairDraw.SeedOf(Players.Select(SecretOf));
        Assert.Equal(FairDraw.OrderOf(seed, Players), order);
        foreach (var player in order) await _rooms.RollAsync("blue", player, default);
        var room = await RoomAsync();
        Assert.Equal(Enumerable.Range(0, Players.Length).Select(turn => FairDraw.RollOf(seed, turn)), room.Turns.Select(each => each.Roll));
        foreach (var each in Players) Assert.Equal(each == room.Winner ? 90 : 30, await BalanceAsync($"player/{each}"));
    }

    [Fact]
    public async Task Nobody_rolls_out_of_turn_or_twice()
    {
        await JoinAllAsync();
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RollAsync("blue", "ann", default));
        foreach (var each in Players) await _rooms.RevealAsync("blue", each, Convert.ToHexString(SecretOf(each)), default);
        var order = (await RoomAsync()).Order;
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RollAsync("blue", order[1], default));
        var roll = await _rooms.RollAsync("blue", order[0], default);

        // Sent again, it is the same roll; it is not another one.
        Assert.Equal(roll, await _rooms.RollAsync("blue", order[0], default));
        Assert.Single((await RoomAsync()).Turns);
    }

    [Fact]
    public async Task Nobody_reveals_early_or_another_secret()
    {
        await JoinAsync("ann");
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ann")), default));
        await JoinAsync("ben");
        await JoinAsync("cem");
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ben")), default));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RevealAsync("blue", "ann", "12", default));
        Assert.Empty((await RoomAsync()).Secrets);
    }

    [Fact]
    public async Task Who_does_not_reveal_loses_the_stake_and_the_others_have_theirs_back()
    {
        await JoinAllAsync();
        await _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ann")), default);
        await _rooms.RevealAsync("blue", "ben", Convert.ToHexString(SecretOf("ben")), default);
        _clock.Advance(RoomKeeper.RevealTime - TimeSpan.FromTicks(1));
        await _rooms.SettleAsync(default);
        Assert.False((await RoomAsync()).IsAbandoned);
        _clock.Advance(TimeSpan.FromTicks(1));
        await _rooms.SettleAsync(default);
        Assert.Equal((50, 50, 30), (await BalanceAsync("player/ann"), await BalanceAsync("player/ben"), await BalanceAsync("player/cem")));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RevealAsync("blue", "cem", Convert.ToHexString(SecretOf("cem")), default));
    }

    [Fact]
    public async Task Who_finds_no_seat_keeps_the_stake()
    {
        await JoinAsync("ann");
        await Assert.ThrowsAsync<FeatureRefusedException>(() => JoinAsync("ann", "again"));
        Assert.Equal(30, await BalanceAsync("player/ann"));
        await JoinAsync("ben");
        await JoinAsync("cem");
        await _wallet.TransferAsync("in/dee", CreditWallet.House, "player/dee", 50, "", default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => JoinAsync("dee"));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.JoinAsync("x", "red", "dee", "", default));
        Assert.Equal(50, await BalanceAsync("player/dee"));
    }

    private async Task JoinAllAsync()
    {
        foreach (var each in Players) await JoinAsync(each);
    }

    private Task JoinAsync(string player, string request = "join") => _rooms.JoinAsync($"{request}-{player}", "blue", player, Convert.ToHexString(FairDraw.Commit("blue", player, SecretOf(player))), default);

    private static byte[] SecretOf(string player) => SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(player));

    private async Task<Room> RoomAsync() => (await _rooms.ReadAsync(default))["blue"];

    private async Task<long> BalanceAsync(string account) => (await _wallet.ReadAsync(default)).BalanceOf(account);
}
