namespace GameLicenseExample.Features.Wallet;

/// <summary>
/// Credits that wait for something to be decided, each in an account of its own, named by what they wait for, whose they are, and the request that brought
/// them. So whoever finds them after a crash knows what to do with them. Every step may be done again.
/// </summary>
/// <param name="wallet">Has the accounts.</param>
/// <param name="kind">What is decided: the first part of the accounts' names.</param>
internal sealed class Holds(CreditWallet wallet, string kind)
{
    /// <summary>Takes credits from a player.</summary>
    /// <returns>The entry; its time is that of the first attempt.</returns>
    /// <inheritdoc cref="CreditWallet.PostAsync"/>
    public Task<Posted> TakeAsync(string subject, string player, string request, long credits, CancellationToken cancellationToken) =>
        wallet.TransferAsync($"{kind}/{request}/hold", CreditWallet.AccountOf(player), AccountOf(subject, player, request), credits, $"{kind} {subject}", cancellationToken);

    /// <summary>Gives them back.</summary>
    public Task ReleaseAsync(string subject, string player, string request, long credits, CancellationToken cancellationToken) =>
        PayAsync(AccountOf(subject, player, request), CreditWallet.AccountOf(player), request, credits, $"{kind} {subject} given back", cancellationToken);

    /// <summary>Pays out all that waits for something, once that is decided: also what a crash has left behind.</summary>
    /// <param name="subject">What was decided.</param>
    /// <param name="receiverOf">The account that gets what a player brought by a request.</param>
    /// <param name="cancellationToken">Abandons it; do it again.</param>
    public async Task PayOutAsync(string subject, Func<string, string, string> receiverOf, CancellationToken cancellationToken)
    {
        var prefix = $"{kind}/{subject}/";
        foreach (var (account, credits) in (await wallet.ReadAsync(cancellationToken).ConfigureAwait(false)).Balances.Where(each => each.Key.StartsWith(prefix, StringComparison.Ordinal)))
        {
            var end = account.IndexOf('/', prefix.Length);
            var (player, request) = (account[prefix.Length..end], account[(end + 1)..]);
            var receiver = receiverOf(player, request);
            var reason = receiver == CreditWallet.AccountOf(player) ? $"{kind} {subject} given back" : $"{kind} {subject}";
            await PayAsync(account, receiver, request, credits, reason, cancellationToken).ConfigureAwait(false);
        }
    }

    private Task<Posted> PayAsync(string account, string receiver, string request, long credits, string reason, CancellationToken cancellationToken) =>
        wallet.TransferAsync($"{kind}/{request}/pay", account, receiver, credits, reason, cancellationToken);

    // Names of subjects and players have no slash.
    private string AccountOf(string subject, string player, string request) => $"{kind}/{subject}/{player}/{request}";
}
