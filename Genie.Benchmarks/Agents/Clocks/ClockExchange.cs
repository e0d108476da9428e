using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Agents.Clocks;

/// <summary>A question what the time is, and its answer: the four times of RFC 5905, section 8, each on two clocks.</summary>
/// <param name="Asked">When it was asked, here.</param>
/// <param name="Received">When it came, there.</param>
/// <param name="Sent">When it was answered, there.</param>
/// <param name="Answered">When the answer came, here.</param>
internal readonly record struct ClockExchange(ClockReading Asked, ClockReading Received, ClockReading Sent, ClockReading Answered)
{
    /// <summary>What the way there and back took, without the time at the other side.</summary>
    public long RoundTripNanoseconds => Answered.MonotonicNanoseconds - Asked.MonotonicNanoseconds - (Sent.MonotonicNanoseconds - Received.MonotonicNanoseconds);

    /// <summary>How far the other machine's monotonic clock is ahead of this one's, if both ways took equally long.</summary>
    public long MonotonicOffsetNanoseconds => Offset(Asked.MonotonicNanoseconds, Received.MonotonicNanoseconds, Sent.MonotonicNanoseconds, Answered.MonotonicNanoseconds);

    /// <summary>The same of the wall clocks.</summary>
    public long WallOffsetNanoseconds => Offset(Asked.UnixNanoseconds, Received.UnixNanoseconds, Sent.UnixNanoseconds, Answered.UnixNanoseconds);

    private static long Offset(long asked, long received, long sent, long answered) => (received - asked + (sent - answered)) / 2;
}
