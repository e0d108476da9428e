using System.Collections.Immutable;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Wallet;
using Genie.EventStore;

namespace GameLicenseExample.Features.Bids;

/// <summary>
/// Auctions with a deadline in event time: a bid counts by when it first came to the server, so one that was cut off by a crash and is sent again still
/// counts. The credits of the highest bid are held in an account of the bid's own; each step has a request's name, so that whatever is interrupted is
/// finished by doing it again. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="wallet">Holds bids.</param>
/// <param name="clock">Gives the time of bids.</param>
internal sealed class AuctionHouse(IEventStore store, CreditWallet wallet, TimeProvider clock) : IDisposable
{
    /// <summary>How long after the deadline bids that came before it can still be brought to their end.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private readonly Holds _holds = new(wallet, "bid");
    private readonly DecisionStream<ImmutableSortedDictionary<string, Auction>, AuctionEvent> _auctions =
        new(store, "game/auctions", ImmutableSortedDictionary.Create<string, Auction>(StringComparer.Ordinal), Apply, FeatureJson.Default.AuctionEvent);

    /// <summary>All auctions.</summary>
    public Task<ImmutableSortedDictionary<string, Auction>> ReadAsync(CancellationToken cancellationToken) => _auctions.ReadAsync(cancellationToken);

    /// <summary>Begins an auction.</summary>
    /// <exception cref="FeatureRefusedException">There is one of that name, it makes no sense, or the request's name stands for another.</exception>
    public async Task OpenAsync(string request, string auction, string seller, long minimum, TimeSpan duration, CancellationToken cancellationToken)
    {
        var opened = new AuctionOpened(Names.Check(auction), Names.Check(seller), minimum, clock.GetUtcNow() + duration, duration);
        await _auctions.DecideAsync($"open/{request}", known => known is AuctionOpened other && other.IsAskedAs(opened), state =>
        {
            if (state.ContainsKey(auction)) throw new FeatureRefusedException($"There is an auction '{auction}' already.");
            if (minimum < 1 || duration <= TimeSpan.Zero) throw new FeatureRefusedException("An auction takes bids from 1 credit on, until a time to come.");
            return opened;
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Bids; the credits are held while the bid is the highest.</summary>
    /// <returns>The bid that is on record.</returns>
    /// <exception cref="FeatureRefusedException">It is too low, too late, or more than the bidder has; nothing is held. Or the request's name stands for another bid.</exception>
    /// <exception cref="EventStoreException">The store cannot keep it; send the bid again.</exception>
    public async Task<Bid> BidAsync(string request, string auction, string bidder, long credits, CancellationToken cancellationToken)
    {
        if ((await ReadAsync(cancellationToken).ConfigureAwait(false)).GetValueOrDefault(Names.Check(auction)) is not { } state) throw new FeatureRefusedException($"There is no auction '{auction}'.");
        var known = await _auctions.FindAsync($"bid/{request}", cancellationToken).ConfigureAwait(false);
        if (known is not null && !IsSame(known)) throw FeatureRefusedException.OfReusedName(request);

        // What is refused is refused before anything is held, so that it leaves no trace in the ledger either.
        if (known is null && await _holds.FindAsync(auction, bidder, request, credits, cancellationToken).ConfigureAwait(false) is null) Decide(state, new Bid(request, bidder, credits, clock.GetUtcNow()));
        var hold = await _holds.TakeAsync(auction, bidder, request, credits, cancellationToken).ConfigureAwait(false);
        try
        {
            // The hold's time is on record: it is that of the first attempt, whatever was interrupted since.
            var bid = new Bid(request, bidder, credits, hold.Time);
            var (accepted, _) = await _auctions.DecideAsync($"bid/{request}", IsSame, auctions => Decide(auctions[auction], bid), cancellationToken).ConfigureAwait(false);
            await ReleaseOutbidAsync(auction, bid, cancellationToken).ConfigureAwait(false);
            return ((BidAccepted)accepted).Bid;
        }
        catch (FeatureRefusedException)
        {
            // Somebody bid more in between.
            await _holds.ReleaseAsync(auction, bidder, request, credits, cancellationToken).ConfigureAwait(false);
            throw;
        }

        bool IsSame(AuctionEvent happened) => happened is BidAccepted accepted && accepted.Auction == auction && (accepted.Bid.Bidder, accepted.Bid.Credits) == (bidder, credits);
    }

    /// <summary>Ends the auctions whose time has come, and brings to an end what was interrupted. Call it now and then.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        foreach (var (name, auction) in await ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            if (!auction.IsClosed && clock.GetUtcNow() < auction.Terms.Deadline + Grace) continue;
            if (!auction.IsClosed) await _auctions.DecideAsync($"close/{name}", _ => new AuctionClosed(name), cancellationToken).ConfigureAwait(false);
            await PayOutAsync((await ReadAsync(cancellationToken).ConfigureAwait(false))[name], cancellationToken).ConfigureAwait(false);
            if (!auction.IsSettled) await _auctions.DecideAsync($"settle/{name}", _ => new AuctionSettled(name), cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _auctions.Dispose();

    private static BidAccepted Decide(Auction auction, Bid bid)
    {
        if (auction.IsClosed || bid.Time >= auction.Terms.Deadline) throw new FeatureRefusedException($"The auction '{auction.Terms.Auction}' took bids until {auction.Terms.Deadline:u}.");
        if (bid.Bidder == auction.Terms.Seller) throw new FeatureRefusedException("Who sells does not bid.");
        if (bid.Credits < auction.Least) throw new FeatureRefusedException($"A bid must be at least {auction.Least} credits now.");
        return new BidAccepted(auction.Terms.Auction, bid);
    }

    private async Task ReleaseOutbidAsync(string name, Bid bid, CancellationToken cancellationToken)
    {
        var bids = (await ReadAsync(cancellationToken).ConfigureAwait(false))[name].Bids;
        var number = bids.IndexOf(bid);
        if (number > 0 && bids[number - 1] is var outbid) await _holds.ReleaseAsync(name, outbid.Bidder, outbid.Request, outbid.Credits, cancellationToken).ConfigureAwait(false);
    }

    private Task PayOutAsync(Auction auction, CancellationToken cancellationToken) => _holds.PayOutAsync(
        auction.Terms.Auction, (bidder, request) => [CreditWallet.AccountOf(auction.Highest?.Request == request ? auction.Terms.Seller : bidder)], cancellationToken);

    private static ImmutableSortedDictionary<string, Auction> Apply(ImmutableSortedDictionary<string, Auction> auctions, AuctionEvent happened) => auctions.SetItem(happened.Auction, happened switch
    {
        AuctionOpened opened => new Auction(opened),
        BidAccepted accepted => auctions[happened.Auction] with { Bids = auctions[happened.Auction].Bids.Add(accepted.Bid) },
        AuctionClosed => auctions[happened.Auction] with { IsClosed = true },
        _ => auctions[happened.Auction] with { IsSettled = true },
    });
}
