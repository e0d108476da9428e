namespace Genie.Brokers;

/// <summary>When a one-way message is given to the handler again after the handler threw, where <see cref="BrokerTraits.RedeliversFailures"/>:
/// exponential back-off, from half the ceiling to all of it. Until it is handled the message stays unacknowledged.</summary>
public sealed record RedeliveryPolicy
{
    /// <summary>Ceiling of the wait before the second delivery; it doubles with each. Default 100 ms.</summary>
    public TimeSpan InitialDelay { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Longest wait. Default 30 s.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>After so many deliveries a message is given up: dropped, or put where the system's dead letters go. Default: never.</summary>
    public int DeliveriesMax { get; init; } = int.MaxValue;

    /// <summary>The wait after a delivery that failed.</summary>
    /// <param name="delivery">Which it was, from 1.</param>
    /// <param name="jitter">A random number from 0 to 1.</param>
    public TimeSpan DelayAfter(int delivery, double jitter)
    {
        var ceiling = Math.Min(MaxDelay.TotalMilliseconds, InitialDelay.TotalMilliseconds * Math.Pow(2, Math.Clamp(delivery - 1, 0, 30)));
        return TimeSpan.FromMilliseconds(ceiling * (0.5 + (jitter / 2)));
    }
}
