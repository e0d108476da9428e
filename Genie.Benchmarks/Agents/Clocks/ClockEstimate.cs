namespace Genie.Benchmarks.Agents.Clocks;

/// <summary>How far another machine's clocks are ahead of this one's.</summary>
/// <param name="MonotonicNanoseconds">Of the monotonic ones.</param>
/// <param name="WallNanoseconds">Of the wall clocks.</param>
/// <param name="UncertaintyNanoseconds">The offset is this much more or less at most, while the clocks run alike: half of the shortest round trip, whichever of its ways took how much of it.</param>
internal readonly record struct ClockEstimate(long MonotonicNanoseconds, long WallNanoseconds, long UncertaintyNanoseconds)
{
    /// <summary>This machine's own.</summary>
    public static ClockEstimate Same => default;

    /// <summary>The estimate of several exchanges: that of the shortest round trip, in which the least was spent waiting (RFC 5905, section 10, the clock filter).</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static ClockEstimate Of(IReadOnlyCollection<ClockExchange> exchanges)
    {
        if (exchanges.Count == 0) throw new ArgumentException("Without an exchange nothing is known.", nameof(exchanges));
        var best = exchanges.MinBy(exchange => exchange.RoundTripNanoseconds);
        return new ClockEstimate(best.MonotonicOffsetNanoseconds, best.WallOffsetNanoseconds, Math.Max(0, best.RoundTripNanoseconds) / 2);
    }

    /// <summary>What held from this estimate to a later one: the mean, and as uncertain as the worse of the two and half of what they differ by, which is how far the clocks ran apart.</summary>
    public ClockEstimate Until(ClockEstimate later) => new(
        MonotonicNanoseconds + ((later.MonotonicNanoseconds - MonotonicNanoseconds) / 2),
        WallNanoseconds + ((later.WallNanoseconds - WallNanoseconds) / 2),
        Math.Max(UncertaintyNanoseconds, later.UncertaintyNanoseconds) + (Math.Abs(later.MonotonicNanoseconds - MonotonicNanoseconds) / 2));
}
