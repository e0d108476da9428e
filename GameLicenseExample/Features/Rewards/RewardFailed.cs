namespace GameLicenseExample.Features.Rewards;

/// <summary>A reward that could not be given, with what it was refused for.</summary>
/// <param name="Request">What it was for.</param>
/// <param name="Account">Who would have got it.</param>
/// <param name="Credits">How much.</param>
/// <param name="Reason">Why not.</param>
/// <param name="Time">When it was refused, by the server's clock.</param>
internal sealed record RewardFailed(string Request, string Account, long Credits, string Reason, DateTimeOffset Time);
