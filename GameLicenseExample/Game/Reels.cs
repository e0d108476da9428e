namespace GameLicenseExample.Game;

/// <summary>What the three reels show.</summary>
public readonly record struct Reels(string First, string Second, string Third);
