using GameLicenseExample.Game;
using Genie.Extensions.Genius.Licences;

namespace GameLicenseExample.Playing;

/// <summary>Shows how it goes.</summary>
internal interface IGameView
{
    /// <summary>Whether there is a licence, and by which region.</summary>
    void ShowDecision(LicenceDecision decision);

    /// <summary>What is about to be staked.</summary>
    void ShowStake(int risk, GameState state);

    /// <summary>How a play ended.</summary>
    void ShowPlay(PlayResult play, GameState state);

    /// <summary>That the server does not answer, and what that means for the player. Called again while it lasts.</summary>
    void ShowAway(long credits, TimeSpan away);

    /// <summary>That the server answers again.</summary>
    void ShowBack();

    /// <summary>That the game ended early.</summary>
    void ShowLicenceEnded(string reason);

    /// <summary>How the game ended.</summary>
    void ShowEnd(GameState state, PayTable table);
}
