using GameLicenseExample.Game;

namespace GameLicenseExample.Playing;

/// <summary>Stakes the same, or what is left, so many times, and leaves.</summary>
/// <param name="plays">How many times.</param>
/// <param name="risk">Credits a play.</param>
internal sealed class ScriptedPlayer(int plays, int risk) : IPlayer
{
    public ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return new(game.State.Plays < plays ? Math.Min(risk, game.RiskLimit) : null);
    }
}
