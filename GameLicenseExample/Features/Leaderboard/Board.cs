namespace GameLicenseExample.Features.Leaderboard;

/// <summary>A leaderboard of one region and one window.</summary>
/// <param name="Layer">The region's layer: <c>county</c>.</param>
/// <param name="Region">The region's code.</param>
/// <param name="Start">The window's first instant.</param>
/// <param name="End">The instant after its last.</param>
/// <param name="Revision">1 when the window ended, more when late plays changed it.</param>
/// <param name="Wins">Plays that won.</param>
/// <param name="Gained">What they brought beyond their stakes, in credits.</param>
/// <param name="Leaders">Who won most often, the first first.</param>
internal sealed record Board(string Layer, string Region, DateTimeOffset Start, DateTimeOffset End, int Revision, long Wins, double Gained, IReadOnlyList<Leader> Leaders);
