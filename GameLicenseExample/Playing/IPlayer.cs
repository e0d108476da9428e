using GameLicenseExample.Game;

namespace GameLicenseExample.Playing;

/// <summary>Decides what to stake.</summary>
internal interface IPlayer
{
    /// <summary>Credits to stake on the next play, at most the game's limit; null to leave.</summary>
    ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken);
}
