using GameLicenseExample.Game;

namespace GameLicenseExample.Playing;

/// <summary>Plays by keys: Enter or the space bar plays, up and down change the stake, Q leaves.</summary>
/// <param name="readKey">The next key; null when there are no more.</param>
/// <param name="forgetKeys">Forgets what was pressed and not read yet.</param>
/// <param name="view">Shows the stake.</param>
/// <param name="risk">The stake to begin with.</param>
internal sealed class KeyboardPlayer(Func<CancellationToken, Task<ConsoleKeyInfo?>> readKey, Action forgetKeys, IGameView view, int risk) : IPlayer
{
    private int _risk = risk;

    public void ForgetKeys() => forgetKeys();

    public async ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken)
    {
        while (true)
        {
            _risk = Math.Clamp(_risk, 1, game.RiskLimit);
            view.ShowStake(_risk, game.State);
            var key = await readKey(cancellationToken).ConfigureAwait(false);
            switch (key)
            {
                case null or { Key: ConsoleKey.Q or ConsoleKey.X or ConsoleKey.Escape }:
                    return null;
                case { Key: ConsoleKey.Enter or ConsoleKey.Spacebar }:
                    return _risk;
                case { Key: ConsoleKey.UpArrow or ConsoleKey.RightArrow } or { KeyChar: '+' }:
                    _risk++;
                    break;
                case { Key: ConsoleKey.DownArrow or ConsoleKey.LeftArrow } or { KeyChar: '-' }:
                    _risk--;
                    break;
            }
        }
    }
}
