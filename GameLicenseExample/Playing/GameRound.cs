using GameLicenseExample.Game;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;

namespace GameLicenseExample.Playing;

/// <summary>One game: asks for the licence, plays while it is in force, ends.</summary>
/// <param name="client">Leads to the desk.</param>
/// <param name="view">Shows it.</param>
/// <param name="clock">The machine's clock.</param>
internal sealed class GameRound(LicenceClient client, IGameView view, TimeProvider clock)
{
    /// <summary>Plays.</summary>
    /// <param name="place">Where the machine stands.</param>
    /// <param name="game">The rules, with the player's credits.</param>
    /// <param name="table">The pay table, shown at the end.</param>
    /// <param name="player">Decides what to stake.</param>
    /// <param name="cancellationToken">Ends the game.</param>
    /// <returns>False if the licence was denied or ended.</returns>
    public async Task<bool> RunAsync(GeoPoint place, SlotGame game, PayTable table, IPlayer player, CancellationToken cancellationToken)
    {
        var decision = await client.RequestAsync(place, cancellationToken).ConfigureAwait(false);
        view.ShowDecision(decision);
        if (!decision.IsGranted) return false;
        var isLicensed = await PlayAsync(new PlayJournal(client, place, clock), game, player, cancellationToken).ConfigureAwait(false);
        view.ShowEnd(game.State, table);
        return isLicensed;
    }

    private async Task<bool> PlayAsync(PlayJournal journal, SlotGame game, IPlayer player, CancellationToken cancellationToken)
    {
        try
        {
            await journal.BeginAsync(game.State, cancellationToken).ConfigureAwait(false);
            while (game.RiskLimit > 0 && await player.NextRiskAsync(game, cancellationToken).ConfigureAwait(false) is { } risk)
            {
                // A play that is not on record has not happened.
                var play = game.Draw(risk);
                await journal.PlayAsync(play, game.State.After(play), cancellationToken).ConfigureAwait(false);
                game.Settle(play);
                view.ShowPlay(play, game.State);
            }

            game.Leave();
            await journal.LeaveAsync(game.State, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (LicenceNotInForceException error)
        {
            game.Leave();
            view.ShowLicenceEnded(error.Message);
            return false;
        }
    }
}
