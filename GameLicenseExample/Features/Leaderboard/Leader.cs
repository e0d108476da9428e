namespace GameLicenseExample.Features.Leaderboard;

/// <summary>A row of a leaderboard.</summary>
/// <param name="Player">The key of the machine's events.</param>
/// <param name="Wins">How often it won.</param>
internal sealed record Leader(string Player, long Wins);
