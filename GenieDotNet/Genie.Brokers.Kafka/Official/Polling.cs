using System.Diagnostics;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Asks a cluster again and again: what it was asked for takes a moment to be true of all its servers.</summary>
internal static class Polling
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Asks until there is an answer; null if there is none in time.</summary>
    public static async Task<T?> UntilAsync<T>(Func<Task<T?>> ask, TimeSpan timeout, CancellationToken cancellationToken)
        where T : struct
    {
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed < timeout)
        {
            if (await ask().ConfigureAwait(false) is { } answer) return answer;
            await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
        }

        return null;
    }
}
