namespace Genie.Datagrams.Simulation;

/// <summary>
/// The model of Gilbert and Elliott in continuous time: a path is good or bad for exponentially distributed times, whether anything is sent
/// meanwhile or not. A sender that waits outlasts a burst, as on a real path.
/// </summary>
/// <param name="MeanGood">How long the path is good on average.</param>
/// <param name="MeanBad">How long it is bad on average.</param>
/// <param name="LossInGood">The share lost while it is good.</param>
/// <param name="LossInBad">The share lost while it is bad.</param>
public sealed record BurstLoss(TimeSpan MeanGood, TimeSpan MeanBad, double LossInGood, double LossInBad)
{
    /// <summary>A path that loses nothing while it is good and all while it is bad.</summary>
    /// <param name="loss">The share of time that it is bad: above 0, below 1.</param>
    /// <param name="meanBurst">How long it is bad on average.</param>
    /// <exception cref="ArgumentOutOfRangeException">The share or the time is out of range.</exception>
    public static BurstLoss Of(double loss, TimeSpan meanBurst)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(loss);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(loss, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(meanBurst, TimeSpan.Zero);
        return new BurstLoss(meanBurst * ((1 - loss) / loss), meanBurst, LossInGood: 0, LossInBad: 1);
    }

    /// <summary>The chance that a path is bad some time after it was seen to be good or bad; after infinity it is the share of time that it is bad.</summary>
    internal double ChanceOfBad(bool wasBad, double elapsedMicroseconds)
    {
        var (toBad, toGood) = (1 / MeanGood.TotalMicroseconds, 1 / MeanBad.TotalMicroseconds);
        var share = toBad / (toBad + toGood);
        return share + (((wasBad ? 1 : 0) - share) * Math.Exp(-(toBad + toGood) * elapsedMicroseconds));
    }
}
