namespace Genie.Datagrams.Congestion;

/// <summary>Spreads a window over its round trip (RFC 9002, section 7.7): a bucket of bytes that fills somewhat faster than the window empties.</summary>
internal struct Pacer
{
    private const double Gain = 1.25;
    private const double SlowStartGain = 2;
    private const int BurstPackets = 10;

    /// <summary>Timers are no finer than this: what they would release meanwhile may go at once.</summary>
    private const long BurstMicroseconds = 2_000;

    private double _budget;
    private long _filledAt;

    /// <summary>How long a packet has to wait, microseconds; 0 if it may go.</summary>
    public long DelayOf(int bytes, long now, CubicController congestion, long roundTrip, int maxDatagramBytes)
    {
        if (roundTrip == 0) return 0;
        var rate = (congestion.IsSlowStart ? SlowStartGain : Gain) * congestion.WindowBytes / roundTrip;
        var burst = Math.Max(BurstPackets * maxDatagramBytes, rate * BurstMicroseconds);
        _budget = Math.Min(burst, _budget + (rate * (now - _filledAt)));
        _filledAt = now;
        return _budget >= bytes ? 0 : (long)Math.Ceiling((bytes - _budget) / rate);
    }

    public void OnSent(int bytes) => _budget -= bytes;
}
