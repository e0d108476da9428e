using System.Collections.Immutable;

namespace GameLicenseExample.Features.Bids;

/// <summary>An auction as it stands.</summary>
/// <param name="Terms">How it was opened.</param>
internal sealed record Auction(AuctionOpened Terms)
{
    /// <summary>Its bids, each higher than the one before.</summary>
    public ImmutableList<Bid> Bids { get; init; } = [];

    /// <summary>True once it is over.</summary>
    public bool IsClosed { get; init; }

    /// <summary>True once all credits are where they belong.</summary>
    public bool IsSettled { get; init; }

    /// <summary>The highest bid, or null.</summary>
    public Bid? Highest => Bids.Count > 0 ? Bids[^1] : null;

    /// <summary>The least that a bid must bring.</summary>
    public long Least => Highest is { } highest ? highest.Credits + 1 : Terms.Minimum;
}
