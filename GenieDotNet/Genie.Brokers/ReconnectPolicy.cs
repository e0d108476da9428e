namespace Genie.Brokers;

/// <summary>How long to wait between attempts to restore a link: exponential back-off with full jitter, so that many
/// clients of one restarted server do not return in step.</summary>
public sealed record ReconnectPolicy
{
    /// <summary>Wait before the second attempt; the first is made at once. Default 50 ms.</summary>
    public TimeSpan InitialDelay { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Longest wait. Default 2 s.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The wait before attempt number <paramref name="attempt"/> (from 0).</summary>
    /// <param name="attempt">Attempts made before.</param>
    /// <param name="jitter">A random number from 0 to 1.</param>
    public TimeSpan DelayBefore(int attempt, double jitter)
    {
        if (attempt == 0) return TimeSpan.Zero;
        var ceiling = Math.Min(MaxDelay.TotalMilliseconds, InitialDelay.TotalMilliseconds * Math.Pow(2, Math.Min(attempt - 1, 30)));
        return TimeSpan.FromMilliseconds(ceiling * (0.5 + (jitter / 2)));
    }
}
