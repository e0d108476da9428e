namespace GameLicenseExample.Features.Wallet;

/// <summary>One side of an entry.</summary>
/// <param name="Account">The account.</param>
/// <param name="Credits">What it gains; negative: what it gives.</param>
internal sealed record Posting(string Account, long Credits);
