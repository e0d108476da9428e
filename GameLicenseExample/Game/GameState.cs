namespace GameLicenseExample.Game;

/// <summary>What a player's plays amount to.</summary>
public sealed record GameState
{
    /// <summary>Credits that are the player's now; what is left on leaving.</summary>
    public required long Credits { get; init; }

    /// <summary>Plays so far.</summary>
    public long Plays { get; init; }

    /// <summary>Plays that paid anything.</summary>
    public long Wins { get; init; }

    /// <summary>Credits staked so far.</summary>
    public long Staked { get; init; }

    /// <summary>Credits paid so far.</summary>
    public long Paid { get; init; }

    /// <summary>Losses since the last win.</summary>
    public int ConsecutiveLosses { get; init; }

    /// <summary>The longest row of losses so far.</summary>
    public int LongestLosses { get; init; }

    /// <summary>What the house has held of what was staked so far; 0 before the first play, negative while the player is ahead.</summary>
    public double HoldRate => Staked == 0 ? 0 : 1 - ((double)Paid / Staked);

    /// <summary>The state after one more play.</summary>
    public GameState After(PlayResult play)
    {
        ArgumentNullException.ThrowIfNull(play);
        var losses = play.IsWin ? 0 : ConsecutiveLosses + 1;
        return this with
        {
            Credits = Credits - play.Risk + play.Paid,
            Plays = Plays + 1,
            Wins = Wins + (play.IsWin ? 1 : 0),
            Staked = Staked + play.Risk,
            Paid = Paid + play.Paid,
            ConsecutiveLosses = losses,
            LongestLosses = Math.Max(losses, LongestLosses),
        };
    }
}
