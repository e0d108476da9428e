using Genie.Brokers.Frame;

namespace Genie.Brokers.Ledger;

/// <summary>
/// The receiving side's book of a run. Share one among the handlers of a process; a worker process exports its own, and
/// whoever sent merges them: a message delivered once at each of two workers is then one duplicate. Safe for concurrent
/// callers.
/// </summary>
/// <param name="run">The run whose messages are expected; others are counted as misrouted.</param>
public sealed class DeliveryLedger(ulong run)
{
    /// <summary>Senders a run can have.</summary>
    public const int SendersMax = 65_536;

    private readonly Lock _lock = new();
    private SenderDeliveries?[] _senders = new SenderDeliveries?[64];
    private long _corrupted;
    private long _misrouted;

    /// <summary>The run, as its frames carry it.</summary>
    public ulong Run { get; } = run;

    /// <summary>Different messages that arrived intact.</summary>
    public long Delivered => Sum(static sender => sender.Arrived.Count);

    /// <summary>Arrivals beyond a message's first.</summary>
    public long Duplicated => Sum(static sender => sender.Duplicated);

    /// <summary>First arrivals after a later message of the same sender.</summary>
    public long Reordered => Sum(static sender => sender.Reordered);

    /// <summary>Messages that arrived damaged.</summary>
    public long Corrupted => Volatile.Read(ref _corrupted);

    /// <summary>Messages of another run.</summary>
    public long Misrouted => Volatile.Read(ref _misrouted);

    /// <summary>Records an arrival.</summary>
    /// <returns>False if the frame is of another run; it was counted as misrouted.</returns>
    public bool Record(in MessageFrame frame)
    {
        if (frame.Run != Run || frame.Sender >= SendersMax)
        {
            Interlocked.Increment(ref _misrouted);
            return false;
        }

        Of(frame.Sender).Record(frame.Sequence);
        return true;
    }

    /// <summary>Counts a message that arrived damaged.</summary>
    public void CountCorrupted() => Interlocked.Increment(ref _corrupted);

    /// <summary>Writes what was recorded, a few bytes for each sender without holes.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="drain">
    /// True to remove what was written, so that the next export holds only what is new and all of them are to be merged.
    /// Workers that compete for a channel each see holes everywhere; draining now and then bounds their memory. A
    /// duplicate of a drained message may then count as reordered too.
    /// </param>
    public void Export(Stream destination, bool drain = false)
    {
        using var writer = new DeliveryExportWriter(destination, Run);
        writer.WriteCounts(
            drain ? Interlocked.Exchange(ref _corrupted, 0) : Corrupted, drain ? Interlocked.Exchange(ref _misrouted, 0) : Misrouted);
        var senders = Volatile.Read(ref _senders);
        for (var number = 0; number < senders.Length; number++)
        {
            if (senders[number] is not { } sender) continue;
            lock (sender.Gate)
            {
                writer.WriteSender((uint)number, sender);
                if (!drain) continue;
                sender.Arrived.Clear();
                sender.Duplicated = sender.Reordered = 0;
            }
        }

        writer.WriteEnd();
    }

    /// <summary>Adds what another ledger of the same run exported.</summary>
    /// <exception cref="InvalidDataException">No export, cut, or of another run.</exception>
    public void Merge(Stream export)
    {
        using var reader = new DeliveryExportReader(export, Run);
        var (corrupted, misrouted) = reader.ReadCounts();
        Interlocked.Add(ref _corrupted, corrupted);
        Interlocked.Add(ref _misrouted, misrouted);
        while (reader.TryReadSender(out var number))
        {
            if (number >= SendersMax) throw new InvalidDataException($"The export names sender {number:N0}; a run has at most {SendersMax:N0}.");
            var sender = Of(number);
            lock (sender.Gate) reader.MergeSender(sender);
        }
    }

    /// <inheritdoc cref="Merge(Stream)"/>
    public void Merge(byte[] export)
    {
        using var stream = new MemoryStream(export);
        Merge(stream);
    }

    /// <summary>Shows the sequences that arrived from a sender; the set may not be kept.</summary>
    internal void Examine(uint number, Action<SequenceSet> action)
    {
        var sender = Of(number);
        lock (sender.Gate) action(sender.Arrived);
    }

    private SenderDeliveries Of(uint number)
    {
        var senders = Volatile.Read(ref _senders);
        return number < (uint)senders.Length && senders[number] is { } sender ? sender : Add(number);
    }

    private SenderDeliveries Add(uint number)
    {
        lock (_lock)
        {
            if (number >= (uint)_senders.Length)
            {
                var larger = new SenderDeliveries?[(int)System.Numerics.BitOperations.RoundUpToPowerOf2(number + 1)];
                _senders.CopyTo(larger, 0);
                Volatile.Write(ref _senders, larger);
            }

            return _senders[number] ??= new SenderDeliveries();
        }
    }

    private long Sum(Func<SenderDeliveries, long> value)
    {
        long sum = 0;
        foreach (var sender in Volatile.Read(ref _senders))
        {
            if (sender is null) continue;
            lock (sender.Gate) sum += value(sender);
        }

        return sum;
    }
}
