using System.Globalization;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Leaderboard;
using GameLicenseExample.Features.Wallet;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;

namespace GameLicenseExample.Features.Rewards;

/// <summary>
/// Gives credits to machines whose plays match rules of Genius, and to the first of each county's leaderboard. What is given is named by what it is given for, so it is given
/// once, however often the facts are read.
/// </summary>
/// <param name="rules">Keeps the rules.</param>
/// <param name="wallet">Has the accounts.</param>
internal sealed class RewardGiver(RuleStore rules, CreditWallet wallet)
{
    /// <summary>What the first of a county's leaderboard gets when its window ends.</summary>
    public const long LeaderCredits = 10;

    // The rule's own name says how much it gives: both change together or not at all.
    private const string Prefix = "reward/";

    /// <summary>The rewards.</summary>
    public IEnumerable<Reward> List() => rules.List().Where(static each => each.Rule is not null && TryRead(each.Id, out _)).Select(static each => new Reward(NameOf(each.Id), RuleText.Format(each.Rule!.When), CreditsOf(each.Id)));

    /// <summary>Sets a reward, in place of one of the same name; plays from then on get it.</summary>
    /// <exception cref="FeatureRefusedException">The rule cannot be read, or it gives nothing.</exception>
    public async Task PutAsync(Reward reward, CancellationToken cancellationToken)
    {
        if (reward.Credits < 1 || string.IsNullOrWhiteSpace(reward.When)) throw new FeatureRefusedException("A reward has a rule, and is at least 1 credit.");
        try
        {
            var rule = new Rule(string.Create(CultureInfo.InvariantCulture, $"{Prefix}{reward.Credits}/{Names.Check(reward.Name)}"), RuleText.Parse(reward.When));
            var earlier = rules.List().Where(each => each.Rule is not null && each.Id != rule.Id && TryRead(each.Id, out _) && NameOf(each.Id) == reward.Name);
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
        if (output.RulesMatched is { } matched) await GiveAsync(matched, cancellationToken).ConfigureAwait(false);
        if (Leaderboards.BoardOf(output) is { Layer: "county", Revision: 1, Leaders: [var first, ..] } board)
            await GiveAsync(string.Create(CultureInfo.InvariantCulture, $"leader/{board.Region}/{board.Start.UtcTicks}"), first.Player, LeaderCredits, $"first in {board.Region}", cancellationToken).ConfigureAwait(false);
    }

    private async Task GiveAsync(RulesMatched matched, CancellationToken cancellationToken)
    {
        // A play is named by its key and its request key; keys may be long.
        var play = $"{matched.Key}/{matched.Run}/{matched.Sender}/{matched.Sequence}";
        foreach (var rule in matched.Rules)
        {
            if (TryRead(rule, out var credits)) await GiveAsync($"reward/{NameOf(rule)}/{play}", matched.Key, credits, $"reward {NameOf(rule)}", cancellationToken).ConfigureAwait(false);
        }
    }

    private Task<Posted> GiveAsync(string request, string account, long credits, string reason, CancellationToken cancellationToken) =>
        wallet.TransferAsync(request, CreditWallet.House, account, credits, reason, cancellationToken);

    private static bool TryRead(string rule, out long credits)
    {
        credits = 0;
        return rule.StartsWith(Prefix, StringComparison.Ordinal) && long.TryParse(rule.Split('/')[1], CultureInfo.InvariantCulture, out credits) && credits > 0 && rule.Count(static each => each == '/') == 2;
    }

    private static long CreditsOf(string rule) => TryRead(rule, out var credits) ? credits : 0;

    private static string NameOf(string rule) => rule[(rule.LastIndexOf('/') + 1)..];
}
