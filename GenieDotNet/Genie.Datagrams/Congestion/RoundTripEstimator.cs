namespace Genie.Datagrams.Congestion;

/// <summary>Round-trip time and retransmission timeout (RFC 6298). All in microseconds.</summary>
internal struct RoundTripEstimator
{
    private const long Granularity = 1_000;
    private const long InitialTimeout = 500_000;

    /// <summary>
    /// Far below the second of RFC 6298, section 2.4: the acknowledgement delay is bounded and added here, and a timeout sends two packets
    /// again instead of the whole window, as in RFC 9002, section 6.2.
    /// </summary>
    private const long MinTimeout = 5_000;

    private const long MaxTimeout = 2_000_000;

    public long Smoothed { get; private set; }

    public long Variation { get; private set; }

    public long Latest { get; private set; }

    public long Minimum { get; private set; }

    /// <summary>Takes a sample, section 2.</summary>
    public void Add(long sample, long acknowledgementDelay)
    {
        sample = Math.Max(1, sample);
        Minimum = Minimum == 0 ? sample : Math.Min(Minimum, sample);
        if (sample - acknowledgementDelay >= Minimum) sample -= acknowledgementDelay;
        Latest = sample;
        if (Smoothed == 0)
        {
            Smoothed = sample;
            Variation = sample / 2;
            return;
        }

        Variation += (Math.Abs(Smoothed - sample) - Variation) / 4;
        Smoothed += (sample - Smoothed) / 8;
    }

    /// <summary>How long to wait for an acknowledgement, section 2.3; doubled for each timeout in a row, section 5.5.</summary>
    public readonly long TimeoutAfter(int timeouts, long maxAcknowledgementDelay)
    {
        var timeout = Smoothed == 0 ? InitialTimeout : Math.Max(MinTimeout, Smoothed + Math.Max(Granularity, 4 * Variation)) + maxAcknowledgementDelay;
        return Math.Min(MaxTimeout, timeout << Math.Min(timeouts, 10));
    }

    /// <summary>After which time a packet is lost if a later one was acknowledged (RFC 9002, section 6.1.2), given what was lost too early so far.</summary>
    public readonly long ReorderingDelay(int reorderingShare) => Math.Max(Granularity, Math.Max(Smoothed, Latest) * (8 + reorderingShare) / 8);
}
