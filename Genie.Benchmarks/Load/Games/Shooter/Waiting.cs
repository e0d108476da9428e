using System.Diagnostics;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>Waits for what nobody tells.</summary>
internal static class Waiting
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(10);

    /// <summary>Waits until something is so.</summary>
    /// <param name="condition">What to look at.</param>
    /// <param name="timeout">How long.</param>
    /// <param name="otherwise">What is the case if not.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="TimeoutException">It is not so in time.</exception>
    public static async Task UntilAsync(Func<bool> condition, TimeSpan timeout, string otherwise, CancellationToken cancellationToken)
    {
        if (await TryUntilAsync(() => Task.FromResult(condition()), timeout, cancellationToken).ConfigureAwait(false)) return;
        cancellationToken.ThrowIfCancellationRequested();
        throw new TimeoutException($"After {timeout.TotalSeconds:0} s {otherwise}: this machine is too busy, or something on it keeps UDP on loopback away.");
    }

    /// <summary>Waits until something is so.</summary>
    /// <returns>False if it is not so in time, or the wait was abandoned.</returns>
    public static async Task<bool> TryUntilAsync(Func<Task<bool>> condition, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        while (!await condition().ConfigureAwait(false))
        {
            if (cancellationToken.IsCancellationRequested || Stopwatch.GetElapsedTime(begun) >= timeout) return false;
            await Task.Delay(PollInterval, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return true;
    }
}
