namespace GameLicenseExample.Game;

/// <summary>How one play ended.</summary>
/// <param name="Risk">Credits staked.</param>
/// <param name="Number">The number drawn.</param>
/// <param name="Reels">What the reels show for it.</param>
/// <param name="Paid">Credits paid; 0 for a loss.</param>
public sealed record PlayResult(int Risk, int Number, Reels Reels, long Paid)
{
    /// <summary>True if anything was paid.</summary>
    public bool IsWin => Paid > 0;
}
