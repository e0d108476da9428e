namespace GameLicenseExample.Game;

/// <summary>A stake that cannot be put down. Stake less, or leave.</summary>
/// <param name="risk">What was to be staked.</param>
/// <param name="limit">The most that can be.</param>
public sealed class StakeRefusedException(int risk, int limit)
    : Exception(limit == 0 ? "There is nothing left to stake: the game is over." : $"A stake of {risk} cannot be put down: stake 1 to {limit}.")
{
    /// <summary>Always false: the same stake is refused again.</summary>
    public static bool IsTransient => false;
}
