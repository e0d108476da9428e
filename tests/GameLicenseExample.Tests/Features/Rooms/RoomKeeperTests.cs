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
    public async Task Who_does_not_reveal_loses_the_stake_to_the_others()
    {
        await JoinAllAsync();
        await _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ann")), default);
        await _rooms.RevealAsync("blue", "ben", Convert.ToHexString(SecretOf("ben")), default);
        _clock.Advance(RoomKeeper.RevealTime - TimeSpan.FromTicks(1));
        await _rooms.SettleAsync(default);
        Assert.False((await RoomAsync()).IsAbandoned);
        _clock.Advance(TimeSpan.FromTicks(1));
        await _rooms.SettleAsync(default);
        Assert.Equal((60, 60, 30), (await BalanceAsync("player/ann"), await BalanceAsync("player/ben"), await BalanceAsync("player/cem")));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RevealAsync("blue", "cem", Convert.ToHexString(SecretOf("cem")), default));
    }

    [Fact]
    public async Task Where_nobody_reveals_all_have_their_stakes_back()
    {
        await JoinAllAsync();
        _clock.Advance(RoomKeeper.RevealTime);
        await _rooms.SettleAsync(default);
        foreach (var each in Players) Assert.Equal(50, await BalanceAsync($"player/{each}"));
        await ExpectNothingHeldAsync();
    }

    [Fact]
    public async Task A_room_that_does_not_fill_in_time_gives_the_stakes_back()
    {
        await JoinAsync("ann");
        _clock.Advance(RoomKeeper.JoinTime - TimeSpan.FromTicks(1));
        await JoinAsync("ben");
        await _rooms.SettleAsync(default);
        Assert.Equal(30, await BalanceAsync("player/ann"));
        _clock.Advance(TimeSpan.FromTicks(1));

        // Whether the room was ended yet or not: it is too late.
        await Assert.ThrowsAsync<FeatureRefusedException>(() => JoinAsync("cem"));
        await _rooms.SettleAsync(default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => JoinAsync("cem"));
        foreach (var each in Players) Assert.Equal(50, await BalanceAsync($"player/{each}"));
        await ExpectNothingHeldAsync();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Who_does_not_roll_in_time_loses_the_stake_to_who_did(int rolling)
    {
        await JoinAllAsync();
        foreach (var each in Players) await _rooms.RevealAsync("blue", each, Convert.ToHexString(SecretOf(each)), default);
        var order = (await RoomAsync()).Order;
        foreach (var player in order.Take(rolling)) await _rooms.RollAsync("blue", player, default);
        for (var turn = rolling; turn < order.Count; turn++)
        {
            _clock.Advance(RoomKeeper.RollTime - TimeSpan.FromTicks(1));
            await _rooms.SettleAsync(default);
            Assert.Equal(order[turn], (await RoomAsync()).Next);
            _clock.Advance(TimeSpan.FromTicks(1));
            await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RollAsync("blue", order[turn], default));
            await _rooms.SettleAsync(default);
            await Assert.ThrowsAsync<FeatureRefusedException>(() => _rooms.RollAsync("blue", order[turn], default));
        }

        var room = await RoomAsync();
        Assert.Equal(order.Skip(rolling), room.Forfeits);
        Assert.Equal(rolling == 0, room.Winner is null);
        Assert.DoesNotContain(room.Winner, room.Forfeits);
        foreach (var each in Players) Assert.Equal(rolling == 0 ? 50 : each == room.Winner ? 90 : 30, await BalanceAsync($"player/{each}"));
        await ExpectNothingHeldAsync();
    }

    [Fact]
    public async Task After_one_who_lets_it_pass_the_others_have_their_turns()
    {
        await JoinAllAsync();
        foreach (var each in Players) await _rooms.RevealAsync("blue", each, Convert.ToHexString(SecretOf(each)), default);
        var order = (await RoomAsync()).Order;
        _clock.Advance(RoomKeeper.RollTime);
        await _rooms.SettleAsync(default);
        var seed = FairDraw.SeedOf(Players.Select(SecretOf));
        for (var turn = 1; turn < order.Count; turn++) Assert.Equal(FairDraw.RollOf(seed, turn), await _rooms.RollAsync("blue", order[turn], default));
        Assert.NotEqual(order[0], (await RoomAsync()).Winner);
        Assert.Equal(30, await BalanceAsync($"player/{order[0]}"));
        await ExpectNothingHeldAsync();
    }

    [Fact]
    public async Task A_name_that_is_used_again_for_something_else_is_refused_and_the_same_again_is_not()
    {
        _clock.Advance(TimeSpan.FromSeconds(1));
        await _rooms.OpenAsync("o1", "blue", Players.Length, stake: 20, default);
        await ExpectAsync("was another one before", () => _rooms.OpenAsync("o1", "red", Players.Length, stake: 20, default));
        await ExpectAsync("was another one before", () => _rooms.OpenAsync("o1", "blue", Players.Length, stake: 21, default));
        await JoinAsync("ann");
        var entries = (await _wallet.ReadAsync(default)).Entries;
        await ExpectAsync("was another one before", () => _rooms.JoinAsync("join-ann", "blue", "ann", Convert.ToHexString(FairDraw.Commit("blue", "ann", SecretOf("ben"))), default));
        await ExpectAsync("was another one before", () => _rooms.JoinAsync("join-ann", "blue", "ben", Convert.ToHexString(FairDraw.Commit("blue", "ben", SecretOf("ben"))), default));
        Assert.Equal(entries, (await _wallet.ReadAsync(default)).Entries);
        await JoinAsync("ann");
        await JoinAsync("ben");
        await JoinAsync("cem");
        for (var i = 0; i < 2; i++) await _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ann")), default);
        await ExpectAsync("this is another", () => _rooms.RevealAsync("blue", "ann", Convert.ToHexString(SecretOf("ben")), default));
    }

    private static async Task ExpectAsync(string why, Func<Task> again) => Assert.Contains(why, (await Assert.ThrowsAsync<FeatureRefusedException>(again)).Message, StringComparison.Ordinal);

    private async Task ExpectNothingHeldAsync() => Assert.DoesNotContain((await _wallet.ReadAsync(default)).Balances.Keys, each => each.StartsWith("room/", StringComparison.Ordinal));

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
