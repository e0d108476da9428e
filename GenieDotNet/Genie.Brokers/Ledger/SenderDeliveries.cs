namespace Genie.Brokers.Ledger;

/// <summary>What a receiver saw of one sender.</summary>
internal sealed class SenderDeliveries
{
    private ulong _highestPlusOne;

    public Lock Gate { get; } = new();

    public SequenceSet Arrived { get; } = new();

    public long Duplicated { get; set; }

    public long Reordered { get; set; }

    public void Record(ulong sequence)
    {
        lock (Gate)
        {
            if (!Arrived.Add(sequence)) Duplicated++;
            else if (sequence < _highestPlusOne) Reordered++;
            else _highestPlusOne = sequence + 1;
        }
    }
}
