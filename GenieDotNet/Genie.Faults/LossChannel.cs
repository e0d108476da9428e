namespace Genie.Faults;

/// <summary>The state of a link that loses packets; not safe for concurrent callers.</summary>
internal sealed class LossChannel(Random random)
{
    private bool _isBad;

    /// <summary>True if the next packet is lost.</summary>
    public bool Loses(in PacketLoss loss)
    {
        if (loss == PacketLoss.None) return false;
        var isLost = random.NextDouble() < (_isBad ? loss.InBad : loss.InGood);
        if (random.NextDouble() < (_isBad ? loss.BadToGood : loss.GoodToBad)) _isBad = !_isBad;
        return isLost;
    }
}
