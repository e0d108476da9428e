namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>How often and when a failed delivery is tried again: exponential back-off with full jitter, so that what failed together does not return together.</summary>
public sealed record RetryPolicy
{
    /// <summary>The longest wait before the second attempt; it doubles with every further one. Default 5 s.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Where doubling ends. Default 6 h.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromHours(6);

    /// <summary>Attempts in all; after the last one the event is a dead letter. Default 16, which is about two days.</summary>
    public int AttemptsMax { get; init; } = 16;

    /// <summary>The longest wait that a receiver may ask for. Default 24 h.</summary>
    public TimeSpan AskedDelayMax { get; init; } = TimeSpan.FromHours(24);

    /// <summary>The wait after that many failed attempts.</summary>
    /// <param name="attempts">Attempts made, at least 1.</param>
    /// <param name="jitter">A random number from 0 to 1.</param>
    public TimeSpan DelayAfter(int attempts, double jitter)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(attempts, 1);
        return Math.Min(MaxDelay.TotalSeconds, FirstDelay.TotalSeconds * Math.Pow(2, attempts - 1)) * jitter * TimeSpan.FromSeconds(1);
    }
}
