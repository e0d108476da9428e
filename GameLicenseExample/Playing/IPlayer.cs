using GameLicenseExample.Game;

namespace GameLicenseExample.Playing;

/// <summary>Decides what to stake.</summary>
internal interface IPlayer
{
    /// <summary>Credits to stake on the next play, at most the game's limit; null to leave.</summary>
    ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken);

    /// <summary>Forgets what was pressed and not read yet.</summary>
    void ForgetKeys()
    {
        // Who presses no keys has nothing to forget.
    }
}
