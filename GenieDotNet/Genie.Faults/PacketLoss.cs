namespace Genie.Faults;

/// <summary>
/// Gilbert and Elliott's model of loss: a link is in a good or in a bad state, each loses its own share of packets, and after every
/// packet the state may change (E. N. Gilbert 1960, E. O. Elliott 1963). All four are probabilities, 0 to 1.
/// </summary>
/// <param name="InGood">The share that is lost in the good state.</param>
/// <param name="InBad">The share that is lost in the bad state.</param>
/// <param name="GoodToBad">The probability that a good link is bad for the next packet.</param>
/// <param name="BadToGood">The probability that a bad link is good for the next packet.</param>
public readonly record struct PacketLoss(double InGood, double InBad, double GoodToBad, double BadToGood)
{
    /// <summary>Nothing is lost.</summary>
    public static PacketLoss None => default;

    /// <summary>The share that is lost in the long run.</summary>
    public double Mean => GoodToBad + BadToGood is > 0 and var changes ? ((InGood * BadToGood) + (InBad * GoodToBad)) / changes : InGood;

    /// <summary>Each packet is lost alike, whatever became of the one before.</summary>
    /// <param name="share">The share that is lost, 0 to 1.</param>
    public static PacketLoss Uniform(double share) => new(share, share, 0, 0);

    /// <summary>Packets are lost in bursts: Gilbert's model, where the good state loses none and the bad state all.</summary>
    /// <param name="share">The share that is lost in the long run, from 0 to less than 1.</param>
    /// <param name="lengthMean">The mean length of a burst, in packets, at least 1.</param>
    public static PacketLoss Burst(double share, double lengthMean)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(share);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(share, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(lengthMean, 1);
        var end = 1 / lengthMean;
        return new PacketLoss(0, 1, Math.Min(1, share * end / (1 - share)), end);
    }
}
