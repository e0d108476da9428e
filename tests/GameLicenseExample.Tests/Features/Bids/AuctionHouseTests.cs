using GameLicenseExample.Features.Bids;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Wallet;
using Genie.EventStore;
using Genie.Testing;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Features.Bids;

public sealed class AuctionHouseTests(ITestOutputHelper output) : IAsyncLifetime, IDisposable
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private readonly ManualClock _clock = new();
    private TestStore _store = null!;
    private CreditWallet _wallet = null!;
    private AuctionHouse _auctions = null!;

    public async Task InitializeAsync()
    {
        _store = await TestStore.OpenAsync();
        Open(_store.Events);
        foreach (var each in new[] { "ann", "ben", "cem" }) await _wallet.TransferAsync($"in/{each}", CreditWallet.House, $"player/{each}", 100, "", default);
        await _auctions.OpenAsync("o1", "lamp", "sue", 10, Hour, default);
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose()
    {
        _auctions.Dispose();
        _wallet.Dispose();
    }

    [Fact]
    public async Task The_highest_bid_is_held_and_the_one_before_given_back_and_the_seller_is_paid()
    {
        await _auctions.BidAsync("b1", "lamp", "ann", 10, default);
        Assert.Equal(90, await BalanceAsync("player/ann"));
        await _auctions.BidAsync("b2", "lamp", "ben", 30, default);
        Assert.Equal((100, 70), (await BalanceAsync("player/ann"), await BalanceAsync("player/ben")));
        _clock.Advance(Hour + AuctionHouse.Grace);
        await _auctions.SettleAsync(default);
        await _auctions.SettleAsync(default);
        Assert.Equal((100, 70, 30), (await BalanceAsync("player/ann"), await BalanceAsync("player/ben"), await BalanceAsync("player/sue")));
        await ExpectNothingHeldAsync();
        Assert.True((await _auctions.ReadAsync(default))["lamp"].IsSettled);
    }

    [Theory]
    [InlineData("ann", 9)]
    [InlineData("ann", 101)]
    [InlineData("sue", 10)]
    [InlineData("no one", 10)]
    public async Task A_bid_that_is_refused_leaves_everything_as_it_was(string bidder, long credits)
    {
        await _wallet.TransferAsync("in/sue", CreditWallet.House, "player/sue", 100, "", default);
        var before = (await _wallet.ReadAsync(default)).Balances;
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _auctions.BidAsync("b1", "lamp", bidder, credits, default));
        Assert.Equal(before, (await _wallet.ReadAsync(default)).Balances);
        Assert.Empty((await _auctions.ReadAsync(default))["lamp"].Bids);
    }

    [Fact]
    public async Task A_bid_that_is_refused_leaves_no_entry_and_may_be_corrected_under_its_name()
    {
        await _auctions.BidAsync("b0", "lamp", "ben", 20, default);
        var entries = (await _wallet.ReadAsync(default)).Entries;
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _auctions.BidAsync("b1", "lamp", "ann", 20, default));
        Assert.Equal(entries, (await _wallet.ReadAsync(default)).Entries);
        Assert.Equal(30, (await _auctions.BidAsync("b1", "lamp", "ann", 30, default)).Credits);
        Assert.Equal((70, 100), (await BalanceAsync("player/ann"), await BalanceAsync("player/ben")));
    }

    [Fact]
    public async Task A_name_that_is_used_again_for_something_else_is_refused_and_the_same_again_is_not()
    {
        for (var i = 0; i < 2; i++)
        {
            await _auctions.OpenAsync("o2", "vase", "sue", 5, Hour, default);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        await ExpectReusedAsync(() => _auctions.OpenAsync("o2", "cup", "sue", 5, Hour, default));
        await ExpectReusedAsync(() => _auctions.OpenAsync("o2", "vase", "sue", 5, 2 * Hour, default));
        await _auctions.BidAsync("b1", "lamp", "ann", 10, default);
        var entries = (await _wallet.ReadAsync(default)).Entries;
        await ExpectReusedAsync(() => _auctions.BidAsync("b1", "lamp", "ann", 11, default));
        await ExpectReusedAsync(() => _auctions.BidAsync("b1", "vase", "ann", 10, default));
        await ExpectReusedAsync(() => _auctions.BidAsync("b1", "lamp", "ben", 10, default));
        Assert.Equal(10, (await _auctions.BidAsync("b1", "lamp", "ann", 10, default)).Credits);
        Assert.Equal(entries, (await _wallet.ReadAsync(default)).Entries);
        Assert.DoesNotContain("cup", (await _auctions.ReadAsync(default)).Keys);
    }

    private static async Task ExpectReusedAsync(Func<Task> again) => Assert.Contains("was another one before", (await Assert.ThrowsAsync<FeatureRefusedException>(again)).Message, StringComparison.Ordinal);

    [Fact]
    public async Task Equal_bids_are_refused_and_so_are_late_ones()
    {
        await _auctions.BidAsync("b1", "lamp", "ann", 10, default);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _auctions.BidAsync("b2", "lamp", "ben", 10, default));
        _clock.Advance(Hour);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _auctions.BidAsync("b3", "lamp", "ben", 50, default));
        Assert.Equal(100, await BalanceAsync("player/ben"));
    }

    [Fact]
    public async Task A_bid_that_was_cut_off_before_the_deadline_counts_when_it_is_sent_again_after_it()
    {
        // The store fails once the credits are held, before the bid is on record.
        var failing = new FailingStore(_store.Events) { AppendsUntilFailure = 1 };
        Open(failing);
        await Assert.ThrowsAsync<EventStoreUnavailableException>(() => _auctions.BidAsync("b1", "lamp", "ann", 40, default));
        Assert.Equal(60, await BalanceAsync("player/ann"));
        _clock.Advance(Hour + TimeSpan.FromSeconds(1));
        Open(_store.Events);
        Assert.Equal(40, (await _auctions.BidAsync("b1", "lamp", "ann", 40, default)).Credits);
        _clock.Advance(AuctionHouse.Grace);
        await _auctions.SettleAsync(default);
        Assert.Equal((60, 40), (await BalanceAsync("player/ann"), await BalanceAsync("player/sue")));
    }

    [Fact]
    public async Task What_was_held_for_a_bid_that_never_came_to_its_end_goes_back()
    {
        var failing = new FailingStore(_store.Events) { AppendsUntilFailure = 1 };
        Open(failing);
        await Assert.ThrowsAsync<EventStoreUnavailableException>(() => _auctions.BidAsync("b1", "lamp", "ann", 40, default));
        _clock.Advance(Hour + AuctionHouse.Grace);
        Open(_store.Events);
        await _auctions.SettleAsync(default);
        Assert.Equal(100, await BalanceAsync("player/ann"));
        await ExpectNothingHeldAsync();
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _auctions.BidAsync("b1", "lamp", "ann", 40, default));
        await ExpectNothingHeldAsync();
    }

    [Fact]
    public async Task Whatever_fails_no_bid_is_lost_or_doubled()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var confirmed = new Dictionary<string, Bid>();
        for (var number = 0; number < 60; number++)
        {
            var (request, bidder, credits) = ($"b{number}", random.Next(3) switch { 0 => "ann", 1 => "ben", _ => "cem" }, 10 + number);
            while (true)
            {
                Open(new FailingStore(_store.Events) { AppendsUntilFailure = random.Next(4), IsWrittenBeforeFailure = random.Next(2) == 0 });
                try
                {
                    confirmed[request] = await _auctions.BidAsync(request, "lamp", bidder, credits, default);
                    break;
                }
                catch (EventStoreUnavailableException)
                {
                    // Sent again.
                }
                catch (FeatureRefusedException)
                {
                    break;
                }
            }
        }

        Open(_store.Events);
        var auction = (await _auctions.ReadAsync(default))["lamp"];
        Assert.Equal(confirmed.Keys.Order(StringComparer.Ordinal), auction.Bids.Select(each => each.Request).Order(StringComparer.Ordinal));
        _clock.Advance(Hour + AuctionHouse.Grace);
        await _auctions.SettleAsync(default);
        await ExpectNothingHeldAsync();
        Assert.Equal(auction.Highest!.Credits, await BalanceAsync("player/sue"));
        var state = await _wallet.ReadAsync(default);
        Assert.Equal((0, 300), (state.Sum, -state.BalanceOf(CreditWallet.House)));
    }

    private void Open(IEventStore store)
    {
        _auctions?.Dispose();
        _wallet?.Dispose();
        _wallet = new CreditWallet(store, _clock);
        _auctions = new AuctionHouse(store, _wallet, _clock);
    }

    private async Task<long> BalanceAsync(string account) => (await _wallet.ReadAsync(default)).BalanceOf(account);

    private async Task ExpectNothingHeldAsync() => Assert.DoesNotContain((await _wallet.ReadAsync(default)).Balances.Keys, each => each.StartsWith("bid/", StringComparison.Ordinal));
}
