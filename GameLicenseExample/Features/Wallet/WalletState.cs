using System.Collections.Immutable;

namespace GameLicenseExample.Features.Wallet;

/// <summary>What the ledger amounts to.</summary>
internal sealed record WalletState
{
    /// <summary>Credits by account, without those that have none.</summary>
    public ImmutableSortedDictionary<string, long> Balances { get; private init; } = ImmutableSortedDictionary.Create<string, long>(StringComparer.Ordinal);

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

        return this with { Balances = balances, Entries = Entries + 1 };
    }
}
