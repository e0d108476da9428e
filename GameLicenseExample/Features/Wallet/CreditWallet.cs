using GameLicenseExample.Features.Decisions;
using Genie.EventStore;

namespace GameLicenseExample.Features.Wallet;

/// <summary>
/// Players' credits in double entry: credits are never made or lost, they go from an account to another. Only the house's account may be below zero: by what
/// all others hold. An entry is one event, so no half of it can be on record. Safe for concurrent callers.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="clock">Gives the time of entries.</param>
internal sealed class CreditWallet(IEventStore store, TimeProvider clock) : IDisposable
{
    /// <summary>The ledger's stream.</summary>
    public const string Stream = "game/wallet";

    /// <summary>Who gives credits out for money, and takes them back.</summary>
    public const string House = "house";

    private const int PostingsMax = 100;
    private readonly DecisionStream<WalletState, Posted> _ledger = new(store, Stream, new WalletState(), static (state, entry) => state.After(entry), FeatureJson.Default.Posted);

    /// <summary>A player's account.</summary>
    /// <exception cref="FeatureRefusedException">It is no name.</exception>
    public static string AccountOf(string player) => $"player/{Names.Check(player)}";

    /// <summary>All balances.</summary>
    public Task<WalletState> ReadAsync(CancellationToken cancellationToken) => _ledger.ReadAsync(cancellationToken);

    /// <summary>Every entry in order: the account book.</summary>
    public IAsyncEnumerable<Posted> ReadEntriesAsync(CancellationToken cancellationToken) => _ledger.ReadEventsAsync(cancellationToken);

    /// <summary>The entry of a request; null: there is none.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public Task<Posted?> FindAsync(string request, CancellationToken cancellationToken) => _ledger.FindAsync(request, cancellationToken);

    /// <summary>Moves credits from an account to another.</summary>
    /// <param name="request">Names the transfer: sent again, it takes effect once.</param>
    /// <param name="from">Who gives.</param>
    /// <param name="to">Who gains.</param>
    /// <param name="credits">How many, at least 1.</param>
    /// <param name="reason">What for.</param>
    /// <param name="cancellationToken">Abandons it; it may take effect all the same.</param>
    /// <inheritdoc cref="PostAsync"/>
    public Task<Posted> TransferAsync(string request, string from, string to, long credits, string reason, CancellationToken cancellationToken)
    {
        if (credits < 1) throw new FeatureRefusedException($"{credits} credits cannot be transferred: at least 1.");
        return PostAsync(request, [new Posting(from, -credits), new Posting(to, credits)], reason, cancellationToken);
    }

    /// <summary>Enters postings together, or none of them.</summary>
    /// <returns>The entry; for a request that was sent before, the one that is on record.</returns>
    /// <exception cref="FeatureRefusedException">They do not add up to 0, an account has too little, or the name stands for another request.</exception>
    /// <exception cref="EventStoreException">The store cannot keep it; send the request again.</exception>
    public async Task<Posted> PostAsync(string request, IReadOnlyList<Posting> postings, string reason, CancellationToken cancellationToken)
    {
        Check(postings);
        var (entry, isRepeat) = await _ledger.DecideAsync(request, state => Decide(state, new Posted(request, postings, reason, clock.GetUtcNow())), cancellationToken).ConfigureAwait(false);
        if (isRepeat && !entry.Postings.SequenceEqual(postings)) throw new FeatureRefusedException($"The request '{request}' was another transfer before: give each transfer a name of its own.");
        return entry;
    }

    /// <summary>Pays out what a machine has won in rewards, all of it; where there is nothing, nothing is entered.</summary>
    /// <param name="request">Names the payment: sent again, it takes effect once.</param>
    /// <param name="machine">The machine's account.</param>
    /// <param name="cancellationToken">Abandons it; it may take effect all the same.</param>
    /// <exception cref="EventStoreException">The store cannot keep it; do it again.</exception>
    public async Task PayRewardsOutAsync(string request, string machine, CancellationToken cancellationToken)
    {
        if (WonBy(await ReadAsync(cancellationToken).ConfigureAwait(false)) == 0) return;
        try
        {
            await _ledger.DecideAsync(request, state => WonBy(state) is > 0 and var won
                ? Decide(state, new Posted(request, [new Posting(machine, -won), new Posting(House, won)], WalletState.RewardsPaidReason, clock.GetUtcNow()))
                : throw new FeatureRefusedException($"{machine} has won nothing that was not paid out."), cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException)
        {
            // Somebody else paid it out meanwhile.
        }

        long WonBy(WalletState state) => Math.Min(state.Won.GetValueOrDefault(machine), state.BalanceOf(machine));
    }

    /// <inheritdoc/>
    public void Dispose() => _ledger.Dispose();

    private static void Check(IReadOnlyList<Posting> postings)
    {
        if (postings.Count is < 2 or > PostingsMax || postings.Any(static each => each.Credits == 0) || postings.Aggregate(Int128.Zero, static (sum, each) => sum + each.Credits) != 0)
            throw new FeatureRefusedException($"An entry has 2 to {PostingsMax} postings that add up to 0.");
        if (postings.DistinctBy(static each => each.Account).Count() != postings.Count) throw new FeatureRefusedException("An entry names an account once: nobody pays himself.");
    }

    private static Posted Decide(WalletState state, Posted entry)
    {
        foreach (var (account, credits) in entry.Postings)
        {
            var balance = (Int128)state.BalanceOf(account) + credits;
            if (credits < 0 && balance < 0 && account != House) throw new FeatureRefusedException($"{account} has {state.BalanceOf(account)} credits, which is less than {-credits}.");
            if (balance > long.MaxValue / 2 || balance < long.MinValue / 2) throw new FeatureRefusedException($"{account} cannot hold that many credits.");
        }

        return entry;
    }
}
