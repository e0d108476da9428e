namespace Genie.Brokers;

/// <summary>How long to wait between attempts to restore a link: exponential back-off with full jitter (any wait from none to
/// the ceiling), so that many clients of one restarted server do not return in step. The ceiling falls back to the lowest once a
/// session has lived for <see cref="MaxDelay"/>.</summary>
public sealed record ReconnectPolicy
{
    /// <summary>Ceiling of the wait before the first attempt; it doubles with each. Default 50 ms.</summary>
    public TimeSpan InitialDelay { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Longest wait. Default 2 s.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Wait before a server is asked again that refused (wrong password, untrusted certificate): from half of it to one and a half. Default 5 s.</summary>
    public TimeSpan RefusedDelay { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The wait before attempt number <paramref name="attempt"/> (from 0).</summary>
    /// <param name="attempt">Attempts made before.</param>
    /// <param name="jitter">A random number from 0 to 1.</param>
    public TimeSpan DelayBefore(int attempt, double jitter) =>
        jitter * TimeSpan.FromMilliseconds(Math.Min(MaxDelay.TotalMilliseconds, InitialDelay.TotalMilliseconds * Math.Pow(2, Math.Min(attempt, 30))));

    /// <summary>The wait before an attempt at a server that refused.</summary>
    /// <param name="jitter">A random number from 0 to 1.</param>
    public TimeSpan DelayWhenRefused(double jitter) => RefusedDelay * (0.5 + jitter);
}
