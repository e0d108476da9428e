using System.Globalization;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Leaderboard;
using GameLicenseExample.Features.Wallet;
using GameLicenseExample.Playing;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;

namespace GameLicenseExample.Features.Rewards;

/// <summary>
/// Gives credits to machines whose plays match rules of Genius, or sequences of them, and to the first of each county's leaderboard. What is given is named by what it is given for, so
/// it is given once, however often the facts are read. What the ledger refuses is put on record with the reason, and those after it are given.
/// </summary>
/// <param name="store">The events.</param>
/// <param name="rules">Keeps the rules.</param>
/// <param name="wallet">Has the accounts.</param>
/// <param name="clock">Gives the time of failures.</param>
internal sealed class RewardGiver(IEventStore store, RuleStore rules, CreditWallet wallet, TimeProvider clock) : IDisposable
{
    /// <summary>What the first of a county's leaderboard gets when its window ends.</summary>
    public const long LeaderCredits = 10;

    private readonly DecisionStream<FailedRewards, RewardFailed> _failed = new(store, "game/rewards-failed", new FailedRewards(), static (state, failed) => state.After(failed), FeatureJson.Default.RewardFailed);

    /// <summary>The rewards.</summary>
    public IEnumerable<Reward> List()
    {
        foreach (var each in rules.List())
        {
            if (each.Rule is { } rule && RewardRule.TryRead(each.Id, out var name, out var credits)) yield return new Reward(name, RuleText.Format(rule.When), credits);
        }
    }

    /// <summary>Those that could not be given.</summary>
    public Task<FailedRewards> ReadFailedAsync(CancellationToken cancellationToken) => _failed.ReadAsync(cancellationToken);

    /// <summary>Sets a reward, in place of one of the same name; plays from then on get it.</summary>
    /// <exception cref="FeatureRefusedException">The rule cannot be read, nobody could ever get it, or it gives nothing or too much.</exception>
    public async Task PutAsync(Reward reward, CancellationToken cancellationToken)
    {
        if (reward.Credits is < 1 or > RewardRule.CreditsMax || string.IsNullOrWhiteSpace(reward.When))
            throw new FeatureRefusedException(string.Create(CultureInfo.InvariantCulture, $"A reward has a rule, and is 1 to {RewardRule.CreditsMax:N0} credits."));
        try
        {
            var rule = new Rule(RewardRule.IdOf(reward), RuleText.Parse(reward.When));
            RewardRule.Check(rule.When);
            var earlier = rules.List().Where(each => each.Rule is not null && each.Id != rule.Id && RewardRule.TryRead(each.Id, out var name, out _) && name == reward.Name);
            await rules.ChangeAsync([.. earlier.Select(static each => RuleChange.Remove(each.Id)), RuleChange.Put(rule)], null, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is RuleTextException or InvalidRuleException)
        {
            throw new FeatureRefusedException(error.Message);
        }
    }

    /// <summary>Gives what a record of the store is worth. Again for the same record, it gives nothing.</summary>
    /// <exception cref="EventStoreException">The store cannot keep it; do it again.</exception>
    public async ValueTask GiveAsync(RecordedEvent recorded, CancellationToken cancellationToken)
    {
        if (GeniusOutputs.Read(recorded) is not { } output) return;

        // A play is named by its key and its request key; keys may be long.
        if (output.RulesMatched is { Kind: PlayJournal.Played } matched) await GiveAsync(matched.Rules, matched.Key, $"{matched.Key}/{matched.Run}/{matched.Sender}/{matched.Sequence}", cancellationToken).ConfigureAwait(false);
        if (output.FactMatched is { } fact) await GiveAsync(fact.Rules, fact.Key, string.Create(CultureInfo.InvariantCulture, $"fact/{recorded.Position}"), cancellationToken).ConfigureAwait(false);
        if (Leaderboards.BoardOf(output) is { Layer: "county", Revision: 1, Leaders: [var first, ..] } board)
            await GiveAsync(string.Create(CultureInfo.InvariantCulture, $"leader/{board.Region}/{board.Start.UtcTicks}"), first.Player, LeaderCredits, $"{WalletState.LeaderReason}{board.Region}", cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose() => _failed.Dispose();

    // What is no machine, such as a venue, has no account.
    private async Task GiveAsync(IEnumerable<string> matched, string key, string what, CancellationToken cancellationToken)
    {
        if (!key.StartsWith(WalletState.MachinePrefix, StringComparison.Ordinal)) return;
        foreach (var rule in matched)
        {
            if (RewardRule.TryRead(rule, out var name, out var credits)) await GiveAsync($"reward/{name}/{what}", key, credits, $"{WalletState.RewardReason}{name}", cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task GiveAsync(string request, string machine, long credits, string reason, CancellationToken cancellationToken)
    {
        try
        {
            await wallet.TransferAsync(request, CreditWallet.House, machine, credits, reason, cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException error)
        {
            await _failed.DecideAsync(request, _ => new RewardFailed(request, machine, credits, error.Message, clock.GetUtcNow()), cancellationToken).ConfigureAwait(false);
            return;
        }

        // It was won by who has left since.
        if (await HasLeftAsync(machine, cancellationToken).ConfigureAwait(false)) await wallet.PayRewardsOutAsync($"{request}/out", machine, cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> HasLeftAsync(string machine, CancellationToken cancellationToken)
    {
        var last = await store.GetVersionAsync(machine, cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadStreamAsync(machine, Math.Max(1, last), cancellationToken).ConfigureAwait(false)) return EventCodec.Decode(each.Payload.Span).Kind == PlayJournal.Left;
        return false;
    }
}
