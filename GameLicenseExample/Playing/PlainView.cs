using System.Globalization;
using GameLicenseExample.Game;
using Genie.Extensions.Genius.Licences;

namespace GameLicenseExample.Playing;

/// <summary>A line for each thing, for scripts: the same game gives the same lines.</summary>
/// <param name="output">Where they go.</param>
internal sealed class PlainView(TextWriter output) : IGameView
{
    private bool _isAway;

    public void ShowDecision(LicenceDecision decision)
    {
        if (decision.IsGranted) Write($"accepted {decision.Region}");
        else Write($"denied {decision.Region}: {decision.Reason}");
    }

    public void ShowStake(int risk, GameState state)
    {
        // The play's line tells it.
    }

    public void ShowPlay(PlayResult play, GameState state) =>
        Write($"play {state.Plays}: risk {play.Risk}, {play.Reels.First} {play.Reels.Second} {play.Reels.Third}, paid {play.Paid}, credits {state.Credits}, wins {state.Wins}, losses in a row {state.ConsecutiveLosses}");

    public void ShowAway(long credits, TimeSpan away)
    {
        // One line, however long it lasts.
        if (!_isAway) Write($"away: the game server does not answer; your {credits} credits are kept, and the game goes on when it is back");
        _isAway = true;
    }

    public void ShowBack()
    {
        _isAway = false;
        Write($"back: the game server answers again");
    }

    public void ShowLicenceEnded(string reason) => Write($"ended {reason}");

    public void ShowEnd(GameState state, PayTable table) =>
        Write($"left with {state.Credits} credits: {state.Plays} plays, {state.Wins} wins, at most {state.LongestLosses} losses in a row, staked {state.Staked}, paid {state.Paid}, held {state.HoldRate:0.0%} (the table holds {table.HoldRate:0.0%})");

    private void Write(FormattableString line) => output.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
