using Genie.Brokers;
using Genie.Extensions.Genius.Licences;

namespace GameLicenseExample.Playing;

/// <summary>Brings a game over times when its server does not answer: asks again until it does, and tells the player meanwhile that nothing is lost.</summary>
/// <param name="view">Tells it.</param>
/// <param name="clock">Measures how long it lasts.</param>
/// <param name="limit">How long it may last.</param>
internal sealed class ServerOutage(IGameView view, TimeProvider clock, TimeSpan limit)
{
    /// <summary>How long a game waits for its server where nothing else is said.</summary>
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromMinutes(5);

    // A server that is not there refuses at once; it need not be asked more often than a player notices.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    // Longer than an answer takes, and not so long that a player wonders.
    private static readonly TimeSpan Notice = TimeSpan.FromMilliseconds(500);

    /// <summary>Asks until there is an answer.</summary>
    /// <param name="ask">Asks. It may have arrived although no answer came, so to send it again must do no harm.</param>
    /// <param name="credits">What the player has meanwhile.</param>
    /// <param name="player">Whose keys from that time do not count.</param>
    /// <param name="cancellationToken">Ends the game.</param>
    /// <exception cref="ServerAwayException">It lasted too long.</exception>
    public async Task<T> AskAsync<T>(Func<CancellationToken, Task<T>> ask, long credits, IPlayer player, CancellationToken cancellationToken)
    {
        var began = clock.GetTimestamp();
        var isTold = false;
        while (true)
        {
            using var abandon = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var asking = ask(abandon.Token);
            try
            {
                while (!await IsAnsweredAsync(asking, cancellationToken).ConfigureAwait(false))
                {
                    Tell();
                    if (clock.GetElapsedTime(began) < limit) continue;
                    await abandon.CancelAsync().ConfigureAwait(false);
                    await ((Task)asking).WaitAsync(Notice, clock, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                    throw new ServerAwayException(credits, clock.GetElapsedTime(began), null);
                }

                var answer = await asking.ConfigureAwait(false);
                if (isTold) Return(player);
                return answer;
            }
            catch (Exception error) when (error is BrokerException { IsTransient: true } or IssuerRefusedException)
            {
                // It granted this game's licence: if it refuses now, as it has too much to remember or a clock was set, it may not do so soon.
                if (clock.GetElapsedTime(began) is var away && away >= limit) throw new ServerAwayException(credits, away, error);
                Tell();
            }

            await Task.Delay(Pause, clock, cancellationToken).ConfigureAwait(false);
        }

        void Tell()
        {
            isTold = true;
            view.ShowAway(credits, clock.GetElapsedTime(began));
        }
    }

    // Where there is none soon, the link may be waiting for its server: the player is told, and it is not asked twice.
    private async Task<bool> IsAnsweredAsync(Task asking, CancellationToken cancellationToken)
    {
        // The wait may run out in the moment in which the answer comes, so only the answer itself tells.
        await ((Task)asking).WaitAsync(Notice, clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
        return asking.IsCompleted;
    }

    private void Return(IPlayer player)
    {
        // Who pressed Enter ten times because nothing moved did not mean ten plays.
        player.ForgetKeys();
        view.ShowBack();
    }
}
