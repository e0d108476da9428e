using System.Text.Json.Serialization;

namespace GameLicenseExample.Features.Bids;

/// <summary>Something that happened at an auction.</summary>
/// <param name="Auction">The auction's name.</param>
[JsonDerivedType(typeof(AuctionOpened), "opened")]
[JsonDerivedType(typeof(BidAccepted), "bid")]
[JsonDerivedType(typeof(AuctionClosed), "closed")]
[JsonDerivedType(typeof(AuctionSettled), "settled")]
internal abstract record AuctionEvent(string Auction);

/// <summary>It began.</summary>
/// <param name="Auction">The auction's name.</param>
/// <param name="Seller">Who gets the price.</param>
/// <param name="Minimum">The least first bid, in credits.</param>
/// <param name="Deadline">Bids that came before this instant count.</param>
/// <param name="Duration">How long it was to last when it was asked for; null in what earlier versions wrote.</param>
internal sealed record AuctionOpened(string Auction, string Seller, long Minimum, DateTimeOffset Deadline, TimeSpan? Duration = null) : AuctionEvent(Auction)
{
    /// <summary>True if the request was for the same.</summary>
    public bool IsAskedAs(AuctionOpened other) => (Auction, Seller, Minimum) == (other.Auction, other.Seller, other.Minimum) && (Duration is null || Duration == other.Duration);
}

/// <summary>A bid became the highest; its credits are held.</summary>
/// <param name="Auction">The auction's name.</param>
/// <param name="Bid">The bid.</param>
internal sealed record BidAccepted(string Auction, Bid Bid) : AuctionEvent(Auction);

/// <summary>It ended; the highest bid, if there was one, won.</summary>
/// <param name="Auction">The auction's name.</param>
internal sealed record AuctionClosed(string Auction) : AuctionEvent(Auction);

/// <summary>The price went to the seller, and everything else that was held back to who bid it.</summary>
/// <param name="Auction">The auction's name.</param>
internal sealed record AuctionSettled(string Auction) : AuctionEvent(Auction);
