using System.Globalization;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Playing;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;

namespace GameLicenseExample.Features.Wallet;

/// <summary>
/// Enters what machines play into the ledger: what a player brings, each play, and what is paid out on leaving. The machine's account is named as its stream. Its
/// credits are there as long as the player has not left, whatever ended.
/// </summary>
/// <param name="wallet">Has the accounts.</param>
internal sealed class PlaySettlement(CreditWallet wallet)
{
    private long _refused;

    /// <summary>Events that could not be entered: a machine staked what it had not.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>Enters an event. Again for the same event, nothing is entered.</summary>
    /// <exception cref="EventStoreException">The store cannot keep it; do it again.</exception>
    public async ValueTask EnterAsync(GeniusEvent played, CancellationToken cancellationToken)
    {
        var credits = played.Kind switch
        {
            PlayJournal.Begun or PlayJournal.Played => played.Value,
            PlayJournal.Left => -played.Value,
            _ => 0,
        };
        var request = string.Create(CultureInfo.InvariantCulture, $"{played.Key}/{played.RequestKey.Run}/{played.RequestKey.Sender}/{played.RequestKey.Sequence}");
        if (credits != 0) await EnterAsync(request, played, credits, cancellationToken).ConfigureAwait(false);

        // What the machine won in rewards is the player's, as the rest is.
        if (played.Kind == PlayJournal.Left) await wallet.PayRewardsOutAsync($"{request}/rewards", played.Key, cancellationToken).ConfigureAwait(false);
    }

    private async Task EnterAsync(string request, GeniusEvent played, double credits, CancellationToken cancellationToken)
    {
        var (from, to) = credits > 0 ? (CreditWallet.House, played.Key) : (played.Key, CreditWallet.House);
        try
        {
            // What is no whole number of credits is no play of this game's.
            var amount = (long)Math.Abs(credits);
            if (amount != Math.Abs(credits)) throw new FeatureRefusedException($"{credits} is no number of credits.");
            await wallet.TransferAsync(request, from, to, amount, played.Kind, cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException)
        {
            Interlocked.Increment(ref _refused);
        }
    }
}
