namespace Genie.Faults;

/// <summary>Draws what becomes of the datagrams of one direction: the same seed and network give the same fates. Not safe for concurrent callers.</summary>
internal sealed class DatagramFates(Random random)
{
    private readonly LossChannel _loss = new(random);

    public DatagramFate Next(NetworkProfile profile, int bytes)
    {
        if (bytes > profile.DatagramBytesLimit) return DatagramFate.TooLarge;
        if (_loss.Loses(profile.Loss)) return DatagramFate.Lost;
        if (Happens(profile.Duplication)) return DatagramFate.Duplicated;
        return Happens(profile.Reordering) ? DatagramFate.Overtaken : DatagramFate.Delivered;
    }

    private bool Happens(double share) => share > 0 && random.NextDouble() < share;
}
