namespace GameLicenseExample.Game;

/// <summary>The rules: stake some credits, draw a number, be paid by the table; leave at any time with what is left. Not for concurrent callers.</summary>
/// <param name="table">What can be won.</param>
/// <param name="random">The luck.</param>
/// <param name="credits">Credits to begin with.</param>
public sealed class SlotGame(PayTable table, IGameRandom random, long credits)
{
    /// <summary>The most that can be staked at once.</summary>
    public const int RiskMax = 100;

    /// <summary>Where the player stands.</summary>
    public GameState State { get; private set; } = new() { Credits = credits };

    /// <summary>True once the player has left.</summary>
    public bool IsOver { get; private set; }

    /// <summary>The most that can be staked now; 0 when all is lost or the player has left.</summary>
    public int RiskLimit => IsOver ? 0 : (int)Math.Min(RiskMax, State.Credits);

    /// <summary>Draws a play without letting it count, so that it can be put on record first.</summary>
    /// <param name="risk">Credits to stake.</param>
    /// <exception cref="StakeRefusedException">Less than 1, or more than <see cref="RiskLimit"/>.</exception>
    public PlayResult Draw(int risk)
    {
        if (risk < 1 || risk > RiskLimit) throw new StakeRefusedException(risk, RiskLimit);
        var number = random.Next(table.Numbers);
        return new PlayResult(risk, number, table.ReelsOf(number), (long)risk * (table.PrizeOf(number)?.Multiplier ?? 0));
    }

    /// <summary>Lets a drawn play count.</summary>
    public void Settle(PlayResult play) => State = State.After(play);

    /// <summary>Ends the game.</summary>
    /// <returns>Credits left.</returns>
    public long Leave()
    {
        IsOver = true;
        return State.Credits;
    }
}
