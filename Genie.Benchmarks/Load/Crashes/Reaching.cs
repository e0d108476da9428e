using System.Diagnostics;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>Reaches a server that accepts links and may still be on its way up.</summary>
internal static class Reaching
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    /// <summary>Tries again after transient errors.</summary>
    /// <param name="attempt">What is tried.</param>
    /// <param name="timeout">After this long an error is final, and so is an attempt that has not ended.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="BrokerException">The last attempt's, or it did not end.</exception>
    public static async Task RetryAsync(Func<Task> attempt, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                await attempt().WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (TimeoutException error)
            {
                throw new BrokerException(FormattableString.Invariant($"No answer for {timeout.TotalSeconds:0.#} s."), isTransient: false, error);
            }
            catch (BrokerException error) when (error.IsTransient && Stopwatch.GetElapsedTime(begin) < timeout)
            {
                await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
