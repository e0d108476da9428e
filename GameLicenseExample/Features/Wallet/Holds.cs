using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using GameLicenseExample.Features.Decisions;

namespace GameLicenseExample.Features.Wallet;

/// <summary>
/// Credits that wait for something to be decided, each in an account of its own, named by what they wait for, whose they are, and the request that brought
/// them. So whoever finds them after a crash knows what to do with them. Every step may be done again.
/// </summary>
/// <param name="wallet">Has the accounts.</param>
/// <param name="kind">What is decided: the first part of the accounts' names.</param>
internal sealed class Holds(CreditWallet wallet, string kind)
{
    /// <summary>What was taken for a request; null: nothing yet.</summary>
    /// <inheritdoc cref="CreditWallet.FindAsync"/>
    public Task<Posted?> FindAsync(string subject, string player, string request, long credits, CancellationToken cancellationToken) => wallet.FindAsync(HoldNameOf(subject, player, request, credits), cancellationToken);

    /// <summary>Takes credits from a player.</summary>
    /// <returns>The entry; its time is that of the first attempt.</returns>
    /// <inheritdoc cref="CreditWallet.PostAsync"/>
    public Task<Posted> TakeAsync(string subject, string player, string request, long credits, CancellationToken cancellationToken) =>
        wallet.TransferAsync(HoldNameOf(subject, player, request, credits), CreditWallet.AccountOf(player), AccountOf(subject, player, request), credits, $"{kind} {subject}", cancellationToken);

    /// <summary>Gives them back.</summary>
    public Task ReleaseAsync(string subject, string player, string request, long credits, CancellationToken cancellationToken) =>
        PayAsync(AccountOf(subject, player, request), [CreditWallet.AccountOf(player)], credits, $"{kind} {subject} given back", cancellationToken);

    /// <summary>Pays out all that waits for something, once that is decided: also what a crash has left behind.</summary>
    /// <param name="subject">What was decided.</param>
    /// <param name="receiversOf">The accounts that get what a player brought by a request, in equal parts; what cannot be divided goes to the first ones.</param>
    /// <param name="cancellationToken">Abandons it; do it again.</param>
    public async Task PayOutAsync(string subject, Func<string, string, IReadOnlyList<string>> receiversOf, CancellationToken cancellationToken)
    {
        var prefix = $"{kind}/{subject}/";
        foreach (var (account, credits) in (await wallet.ReadAsync(cancellationToken).ConfigureAwait(false)).Balances.Where(each => each.Key.StartsWith(prefix, StringComparison.Ordinal)))
        {
            var end = account.IndexOf('/', prefix.Length);
            var (player, request) = (account[prefix.Length..end], account[(end + 1)..]);
            var receivers = receiversOf(player, request);
            var reason = receivers is [var only] && only == CreditWallet.AccountOf(player) ? $"{kind} {subject} given back" : $"{kind} {subject}";
            await PayAsync(account, receivers, credits, reason, cancellationToken).ConfigureAwait(false);
        }
    }

    private Task<Posted> PayAsync(string account, IReadOnlyList<string> receivers, long credits, string reason, CancellationToken cancellationToken)
    {
        var (each, rest) = Math.DivRem(credits, receivers.Count);
        var postings = receivers.Select((receiver, i) => new Posting(receiver, each + (i < rest ? 1 : 0))).Where(static posting => posting.Credits > 0);
        return wallet.PostAsync(string.Create(CultureInfo.InvariantCulture, $"{DigestOf(account)}/{credits}/pay"), [new Posting(account, -credits), .. postings], reason, cancellationToken);
    }

    // Of the whole content: who was refused, and asks for something else by the same name, is not taken for the one before.
    private string HoldNameOf(string subject, string player, string request, long credits) => string.Create(CultureInfo.InvariantCulture, $"{DigestOf(AccountOf(subject, player, request))}/{credits}/hold");

    // Names of requests are limited, and those of accounts may be as long.
    private string DigestOf(string account) => $"{kind}/{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(account)))}";

    // Names of subjects and players have no slash.
    private string AccountOf(string subject, string player, string request) => $"{kind}/{subject}/{Names.Check(player)}/{request}";
}
