namespace Genie.Datagrams.Reliability;

/// <summary>What became of the latest messages, by id. Safe for concurrent callers, but for the packets, which one thread notes.</summary>
internal sealed class DeliveryLog
{
    public const int Kept = 512;
    private const int StateBits = 2;
    private const int StateMask = (1 << StateBits) - 1;

    private long[]? _entries;
    private long[]? _packets;

    public void Set(long id, DeliveryState state)
    {
        if (_entries is null) Interlocked.CompareExchange(ref _entries, new long[Kept], null);
        ref var entry = ref _entries[id & (Kept - 1)];
        while (Volatile.Read(ref entry) is var known && known >> StateBits <= id
            && Interlocked.CompareExchange(ref entry, (id << StateBits) | (long)state, known) != known)
        {
            // Another thread has entered a newer message meanwhile: look again.
        }
    }

    /// <summary>Notes the packet that carries the whole of an unreliable message.</summary>
    public void SetPacket(long id, long packet)
    {
        _packets ??= new long[Kept];
        if (Get(id) != DeliveryState.Unknown) _packets[id & (Kept - 1)] = packet;
    }

    /// <summary>A packet that was taken to be lost has arrived after all.</summary>
    public void OnLateArrival(long packet)
    {
        for (var i = 0; i < _packets?.Length; i++)
        {
            if (_packets[i] == packet && (_entries![i] & StateMask) == (long)DeliveryState.Lost) Set(_entries[i] >> StateBits, DeliveryState.Received);
        }
    }

    public DeliveryState Get(long id)
    {
        var entries = Volatile.Read(ref _entries);
        if (id <= 0 || entries is null) return DeliveryState.Unknown;
        var entry = Volatile.Read(ref entries[id & (Kept - 1)]);
        return entry >> StateBits == id ? (DeliveryState)(entry & StateMask) : DeliveryState.Unknown;
    }
}
