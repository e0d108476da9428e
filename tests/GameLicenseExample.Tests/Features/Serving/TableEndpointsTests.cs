using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using GameLicenseExample.Features.Rooms;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>A room through HTTP, from joining to the stakes.</summary>
public sealed class TableEndpointsTests(GameServer server) : IClassFixture<GameServer>
{
    private static readonly string[] Players = ["ann", "ben"];

    [Fact]
    public async Task Turns_and_rolls_follow_from_the_secrets_and_the_winner_has_the_stakes()
    {
        foreach (var each in Players) await server.DoAsync("wallet/pay-in", new { request = $"in-{each}", player = each, credits = 50 });
        await server.DoAsync("rooms", new { request = "open", room = "blue", seats = 2, stake = 20 });
        foreach (var each in Players) await JoinAsync(each);
        Assert.Equal(30, await server.BalanceAsync("player/ann"));
        Assert.Contains("All seats", await server.ExpectRefusalAsync("rooms/join", new { request = "late", room = "blue", player = "ann", commitment = CommitmentOf("ann") }), StringComparison.Ordinal);
        Assert.Equal(30, await server.BalanceAsync("player/ann"));
        Assert.Contains("nobody's turn", await server.ExpectRefusalAsync("rooms/roll", new { room = "blue", player = "ann" }), StringComparison.Ordinal);
        Assert.Contains("not the secret", await server.ExpectRefusalAsync("rooms/reveal", new { room = "blue", player = "ann", secret = Convert.ToHexString(SecretOf("ben")) }), StringComparison.Ordinal);
        foreach (var each in Players) await server.DoAsync("rooms/reveal", new { room = "blue", player = each, secret = Convert.ToHexString(SecretOf(each)) });

        var seed = FairDraw.SeedOf(Players.Select(SecretOf));
        var order = FairDraw.OrderOf(seed, Players);
        Assert.Equal(order, (await RoomAsync()).GetProperty("order").EnumerateArray().Select(each => each.GetString()));
        Assert.Contains($"It is {order[0]}'s turn", await server.ExpectRefusalAsync("rooms/roll", new { room = "blue", player = order[1] }), StringComparison.Ordinal);
        for (var turn = 0; turn < Players.Length; turn++)
        {
            var rolled = await server.DoAsync("rooms/roll", new { room = "blue", player = order[turn] });
            Assert.Equal(FairDraw.RollOf(seed, turn), rolled.GetProperty("roll").GetInt32());
        }

        var winner = (await RoomAsync()).GetProperty("winner").GetString();
        foreach (var each in Players) Assert.Equal(each == winner ? 70 : 30, await server.BalanceAsync($"player/{each}"));
    }

    [Fact]
    public async Task A_room_that_makes_no_sense_is_refused()
    {
        await server.ExpectRefusalAsync("rooms", new { request = "x1", room = "red", seats = 1, stake = 20 });
        await server.ExpectRefusalAsync("rooms", new { request = "x2", room = "red", seats = 2, stake = 0 });
        await server.ExpectRefusalAsync("rooms", new { request = "x3", room = "a room", seats = 2, stake = 1 });
        Assert.Contains("no room", await server.ExpectRefusalAsync("rooms/roll", new { room = "red", player = "ann" }), StringComparison.Ordinal);
    }

    private Task<JsonElement> JoinAsync(string player) => server.DoAsync("rooms/join", new { request = $"join-{player}", room = "blue", player, commitment = CommitmentOf(player) });

    private Task<JsonElement> RoomAsync() => server.FindAsync("rooms", "room", "blue");

    private static string CommitmentOf(string player) => Convert.ToHexString(FairDraw.Commit("blue", player, SecretOf(player)));

    private static byte[] SecretOf(string player) => SHA256.HashData(Encoding.UTF8.GetBytes(player));
}
