namespace GameLicenseExample.Game;

/// <summary>A row of the pay table.</summary>
/// <param name="Symbol">What all three reels show.</param>
/// <param name="Multiplier">What is paid, in stakes.</param>
/// <param name="Weight">How many of the table's numbers win it.</param>
public sealed record Prize(string Symbol, int Multiplier, int Weight);
