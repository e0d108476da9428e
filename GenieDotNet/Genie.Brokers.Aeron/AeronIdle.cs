namespace Genie.Brokers.Aeron;

/// <summary>What the thread that polls does while nothing comes.</summary>
public enum AeronIdle
{
    /// <summary>Spins and yields for some microseconds, then sleeps in growing steps up to a fifth of a millisecond: a few per cent of a core while nothing comes, and a quiet link's first message waits for the sleep's end.</summary>
    Backoff,

    /// <summary>Gives the processor to whoever else is ready and looks again: one core is busy, but never in others' way.</summary>
    Yield,

    /// <summary>Looks again at once: the lowest latency, and one core for it alone.</summary>
    Spin,
}
