using GameLicenseExample.Game;
using Genie.Brokers;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;

namespace GameLicenseExample.Playing;

/// <summary>One game: asks for the licence, plays while it is in force, asks anew in good time before it ends, ends.</summary>
/// <param name="client">Leads to the issuer.</param>
/// <param name="view">Shows it.</param>
/// <param name="clock">The machine's clock.</param>
/// <param name="outage">Brings the game over times when the issuer is away.</param>
/// <param name="keepLicence">Keeps what the machine carries from then on; null: nothing.</param>
internal sealed class GameRound(LicenceClient client, IGameView view, TimeProvider clock, ServerOutage outage, Action<SignedLicence?>? keepLicence = null)
{
    // A process that is told to end has two seconds.
    private static readonly TimeSpan CutOffTime = TimeSpan.FromSeconds(1.5);

    // Early enough that an outage does not outlast what is left.
    private const double RenewedAfterPart = 0.75;

    /// <summary>Plays.</summary>
    /// <param name="place">Where the machine stands.</param>
    /// <param name="game">The rules, with the player's credits.</param>
    /// <param name="table">The pay table, shown at the end.</param>
    /// <param name="player">Decides what to stake.</param>
    /// <param name="cancellationToken">Ends the game.</param>
    /// <returns>False if the licence was denied or ended.</returns>
    /// <exception cref="ServerUnreachableException">The issuer did not answer the first request.</exception>
    /// <exception cref="ServerAwayException">The issuer went away during the game and did not come back in time.</exception>
    public async Task<bool> RunAsync(GeoPoint place, SlotGame game, PayTable table, IPlayer player, CancellationToken cancellationToken)
    {
        // Nothing is at stake yet: who cannot reach the issuer learns it at once.
        LicenceDecision decision;
        try
        {
            decision = await client.RequestAsync(place, cancellationToken).ConfigureAwait(false);
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            throw new ServerUnreachableException(error);
        }

        keepLicence?.Invoke(client.Licence);
        view.ShowDecision(decision);
        if (!decision.IsGranted) return false;
        var journal = new PlayJournal(client, outage, player, place, clock);
        try
        {
            var isLicensed = await PlayAsync(journal, decision, game, player, cancellationToken).ConfigureAwait(false);
            view.ShowEnd(game.State, table);
            return isLicensed;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await CutOffAsync(journal, game, CancellationToken.None).ConfigureAwait(false);
            view.ShowEnd(game.State, table);
            throw;
        }
    }

    private async Task<bool> PlayAsync(PlayJournal journal, LicenceDecision licence, SlotGame game, IPlayer player, CancellationToken cancellationToken)
    {
        try
        {
            await journal.BeginAsync(game.State, cancellationToken).ConfigureAwait(false);
            while (game.RiskLimit > 0 && await player.NextRiskAsync(game, cancellationToken).ConfigureAwait(false) is { } risk)
            {
                licence = await RenewAsync(licence, game, player, cancellationToken).ConfigureAwait(false);

                // A play that is not on record has not happened.
                var play = game.Draw(risk);
                await journal.PlayAsync(play, game.State, cancellationToken).ConfigureAwait(false);
                game.Settle(play);
                view.ShowPlay(play, game.State);
            }

            game.Leave();
            await journal.LeaveAsync(game.State, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (LicenceNotInForceException error)
        {
            await CutOffAsync(journal, game, cancellationToken).ConfigureAwait(false);
            view.ShowLicenceEnded(error.Message);
            return false;
        }
    }

    /// <summary>Has the credits go to the player, if the issuer can be told in time; else they stay on record with the machine.</summary>
    private static async Task CutOffAsync(PlayJournal journal, SlotGame game, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(CutOffTime);
        try
        {
            await journal.CutOffAsync(game, limit.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is LicenceException or BrokerException or OperationCanceledException)
        {
            game.Leave();
        }
    }

    /// <summary>Asks for the licence anew once most of its time is over.</summary>
    private async Task<LicenceDecision> RenewAsync(LicenceDecision licence, SlotGame game, IPlayer player, CancellationToken cancellationToken)
    {
        if (clock.GetUtcNow() < licence.DecidedAt + (RenewedAfterPart * (licence.ValidUntil - licence.DecidedAt))) return licence;
        var renewed = await outage.AskAsync(token => client.RequestAsync(licence.Place, token), game.State.Credits, player, cancellationToken).ConfigureAwait(false);
        keepLicence?.Invoke(client.Licence);
        view.ShowDecision(renewed);
        return renewed.IsGranted ? renewed : throw new LicenceNotInForceException(renewed.Reason);
    }
}
