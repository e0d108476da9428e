using System.Collections.Immutable;

namespace GameLicenseExample.Features.Wallet;

/// <summary>What the ledger amounts to.</summary>
internal sealed record WalletState
{
    /// <summary>The accounts of machines; they are named as their streams.</summary>
    public const string MachinePrefix = "machine/";

    /// <summary>What a reward's entry is for, followed by its name.</summary>
    public const string RewardReason = "reward ";

    /// <summary>What a leader's entry is for, followed by the region.</summary>
    public const string LeaderReason = "first in ";

    /// <summary>What the entry is for that pays a machine's rewards out.</summary>
    public const string RewardsPaidReason = "paid out: rewards";

    /// <summary>Credits by account, without those that have none.</summary>
    public ImmutableSortedDictionary<string, long> Balances { get; private init; } = ImmutableSortedDictionary.Create<string, long>(StringComparer.Ordinal);

    /// <summary>What machines have won in rewards and not paid out yet, by account; it is in their balances.</summary>
    public ImmutableDictionary<string, long> Won { get; private init; } = ImmutableDictionary<string, long>.Empty;

    /// <summary>Entries.</summary>
    public long Entries { get; private init; }

    /// <summary>The sum of all accounts, the house's included: 0.</summary>
    public long Sum => Balances.Values.Sum();

    /// <summary>An account's credits.</summary>
    public long BalanceOf(string account) => Balances.GetValueOrDefault(account);

    /// <summary>The state after one more entry.</summary>
    public WalletState After(Posted entry)
    {
        var balances = Balances;
        foreach (var (account, credits) in entry.Postings)
        {
            var balance = checked(balances.GetValueOrDefault(account) + credits);
            balances = balance == 0 ? balances.Remove(account) : balances.SetItem(account, balance);
        }

        return this with { Balances = balances, Won = WonAfter(entry), Entries = Entries + 1 };
    }

    private ImmutableDictionary<string, long> WonAfter(Posted entry)
    {
        var isReward = entry.Reason.StartsWith(RewardReason, StringComparison.Ordinal) || entry.Reason.StartsWith(LeaderReason, StringComparison.Ordinal);
        if ((!isReward && entry.Reason != RewardsPaidReason) || entry.Postings.FirstOrDefault(static each => each.Account.StartsWith(MachinePrefix, StringComparison.Ordinal)) is not { } posting) return Won;
        var won = Won.GetValueOrDefault(posting.Account) + posting.Credits;
        return won > 0 ? Won.SetItem(posting.Account, won) : Won.Remove(posting.Account);
    }
}
