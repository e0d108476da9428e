using GameLicenseExample.Features.Leaderboard;
using GameLicenseExample.Features.Rewards;
using GameLicenseExample.Features.Signals;

namespace GameLicenseExample.Features.Serving;

/// <summary>What the page shows.</summary>
internal sealed record FeatureView
{
    /// <summary>Credits by account.</summary>
    public required IReadOnlyDictionary<string, long> Balances { get; init; }

    /// <summary>The ledger's entries.</summary>
    public required long Entries { get; init; }

    /// <summary>The sum of all accounts: 0.</summary>
    public required long Sum { get; init; }

    /// <summary>The newest leaderboard of every region.</summary>
    public required IReadOnlyList<Board> Boards { get; init; }

    /// <summary>What is given for plays.</summary>
    public required IReadOnlyList<Reward> Rewards { get; init; }

    /// <summary>Rewards that could not be given: how many, and the last ones with the reasons.</summary>
    public required FailedRewards FailedRewards { get; init; }

    /// <summary>Auctions.</summary>
    public required IEnumerable<object> Auctions { get; init; }

    /// <summary>Rooms.</summary>
    public required IEnumerable<object> Rooms { get; init; }

    /// <summary>Who lets whom know where he is, and until when.</summary>
    public required IEnumerable<object> Consents { get; init; }

    /// <summary>Networks with their estimated places.</summary>
    public required IReadOnlyDictionary<string, Estimate> Networks { get; init; }

    /// <summary>Players' files.</summary>
    public required IEnumerable<object> Files { get; init; }

    /// <summary>Everything as it is now.</summary>
    public static async Task<FeatureView> ReadAsync(GameFeatures features, CancellationToken cancellationToken)
    {
        var wallet = await features.Wallet.ReadAsync(cancellationToken).ConfigureAwait(false);
        return new FeatureView
        {
            Balances = wallet.Balances,
            Entries = wallet.Entries,
            Sum = wallet.Sum,
            Boards = features.Leaderboards.Newest(),
            Rewards = [.. features.Rewards.List()],
            FailedRewards = await features.Rewards.ReadFailedAsync(cancellationToken).ConfigureAwait(false),
            Auctions = (await features.Auctions.ReadAsync(cancellationToken).ConfigureAwait(false)).Values.OrderByDescending(static each => each.Terms.Deadline).Select(static each => new
            {
                each.Terms.Auction,
                each.Terms.Seller,
                each.Terms.Deadline,
                each.Least,
                each.IsClosed,
                each.IsSettled,
                each.Bids,
            }),
            Rooms = (await features.Rooms.ReadAsync(cancellationToken).ConfigureAwait(false)).Values.OrderByDescending(static each => each.Since).Select(static each => new
            {
                each.Terms.Room,
                each.Terms.Seats,
                each.Terms.Stake,
                Players = each.Players.Select(player => new { player.Player, player.Commitment, Secret = each.Secrets.GetValueOrDefault(player.Player) }),
                each.Order,
                each.Turns,
                each.Next,
                each.Winner,
                each.Deadline,
                each.Forfeits,
                each.IsOver,
                each.IsAbandoned,
            }),
            Consents = (await features.Locator.ReadConsentsAsync(cancellationToken).ConfigureAwait(false)).Select(static each => new { each.Key.Owner, each.Key.Friend, Until = each.Value }),
            Networks = await features.Signals.ReadAsync(cancellationToken).ConfigureAwait(false),
            Files = (await features.Kyc.ReadAsync(cancellationToken).ConfigureAwait(false)).Select(static each => new
            {
                Applicant = each.Key,
                Level = each.Value.Level.ToString(),
                Documents = each.Value.Documents.Values.Select(document => new
                {
                    document.Digest,
                    Bytes = document.Envelope.Length,
                    IsGood = each.Value.IsGood(document.Digest),
                    Reviews = each.Value.Reviews.Values.Where(review => review.Digest == document.Digest).Select(static review => new { review.Officer, review.IsGood }),
                    Biometrics = each.Value.Biometrics.TryGetValue(document.Digest, out var outcome) ? outcome.ToString() : null,
                }),
            }),
        };
    }
}
