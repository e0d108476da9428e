using static GameLicenseExample.Tests.Features.TestFeatures;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>Wallet, rewards and auctions through HTTP.</summary>
public sealed class MoneyEndpointsTests(GameServer server) : IClassFixture<GameServer>
{
    [Fact]
    public async Task Credits_come_go_and_move_once_a_request()
    {
        for (var i = 0; i < 2; i++)
        {
            await server.DoAsync("wallet/pay-in", new { request = "w1", player = "wanda", credits = 100 });
            await server.DoAsync("wallet/transfer", new { request = "w2", from = "wanda", to = "will", credits = 30 });
            await server.DoAsync("wallet/pay-out", new { request = "w3", player = "will", credits = 10 });
        }

        Assert.Equal((70, 20), (await server.BalanceAsync("player/wanda"), await server.BalanceAsync("player/will")));
        Assert.Equal(0, (await server.GetAsync("state")).GetProperty("sum").GetInt64());
        Assert.Contains("has 70 credits", await server.ExpectRefusalAsync("wallet/transfer", new { request = "w4", from = "wanda", to = "will", credits = 71 }), StringComparison.Ordinal);
        Assert.Contains("another transfer before", await server.ExpectRefusalAsync("wallet/transfer", new { request = "w2", from = "wanda", to = "will", credits = 31 }), StringComparison.Ordinal);
        Assert.Contains("is no name", await server.ExpectRefusalAsync("wallet/pay-in", new { request = "w5", player = "a/b", credits = 1 }), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reward_is_shown_and_replaced_by_one_of_its_name()
    {
        await server.DoAsync("rewards", new { name = "big", when = "value > 50", credits = 5 });
        await server.DoAsync("rewards", new { name = "big", when = "value > 60", credits = 6 });
        var reward = await server.FindAsync("rewards", "name", "big");
        Assert.Equal(6, reward.GetProperty("credits").GetInt64());
        Assert.Contains("60", reward.GetProperty("when").GetString(), StringComparison.Ordinal);
        await server.ExpectRefusalAsync("rewards", new { name = "big", when = "value >", credits = 5 });
        await server.ExpectRefusalAsync("rewards", new { name = "big", when = "value > 1", credits = 0 });
    }

    [Fact]
    public async Task An_auction_holds_the_highest_bid_and_pays_the_seller_when_its_time_has_come()
    {
        await server.DoAsync("wallet/pay-in", new { request = "a1", player = "amy", credits = 100 });
        await server.DoAsync("wallet/pay-in", new { request = "a2", player = "abe", credits = 100 });
        await server.DoAsync("auctions", new { request = "a3", auction = "vase", seller = "sue", minimum = 10, seconds = 20 });
        await server.DoAsync("auctions/bid", new { request = "a4", auction = "vase", bidder = "amy", credits = 10 });
        for (var i = 0; i < 2; i++) await server.DoAsync("auctions/bid", new { request = "a5", auction = "vase", bidder = "abe", credits = 40 });
        Assert.Equal((100, 60), (await server.BalanceAsync("player/amy"), await server.BalanceAsync("player/abe")));
        Assert.Contains("at least 41", await server.ExpectRefusalAsync("auctions/bid", new { request = "a6", auction = "vase", bidder = "amy", credits = 40 }), StringComparison.Ordinal);
        Assert.Contains("already", await server.ExpectRefusalAsync("auctions", new { request = "a7", auction = "vase", seller = "sue", minimum = 10, seconds = 20 }), StringComparison.Ordinal);
        Assert.Contains("no auction", await server.ExpectRefusalAsync("auctions/bid", new { request = "a8", auction = "lamp", bidder = "amy", credits = 40 }), StringComparison.Ordinal);
        await server.ExpectRefusalAsync("auctions", new { request = "a9", auction = "late", seller = "sue", minimum = 10, seconds = -1 });

        // The server's own clock ends it, the grace after the deadline.
        var settled = await UntilAsync(() => server.FindAsync("auctions", "auction", "vase"), each => each.GetProperty("isSettled").GetBoolean());
        Assert.Equal(["amy", "abe"], settled.GetProperty("bids").EnumerateArray().Select(each => each.GetProperty("bidder").GetString()));
        Assert.Equal((100, 60, 40), (await server.BalanceAsync("player/amy"), await server.BalanceAsync("player/abe"), await server.BalanceAsync("player/sue")));
        Assert.Contains("took bids until", await server.ExpectRefusalAsync("auctions/bid", new { request = "a10", auction = "vase", bidder = "amy", credits = 50 }), StringComparison.Ordinal);
        Assert.Equal(100, await server.BalanceAsync("player/amy"));
    }
}
