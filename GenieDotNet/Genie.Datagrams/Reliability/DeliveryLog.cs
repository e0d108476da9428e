namespace Genie.Datagrams.Reliability;

/// <summary>For transports: what became of the latest messages, by id. Safe for concurrent callers, but for the packets, which one thread notes.</summary>
public sealed class DeliveryLog
{
    /// <summary>So many messages are remembered.</summary>
    public const int Kept = 512;
    private const int StateBits = 2;
    private const int StateMask = (1 << StateBits) - 1;

    private long[]? _entries;
    private long[]? _packets;

    /// <summary>Notes what is known of a message, unless a newer one has taken its entry.</summary>
    /// <param name="id">The message's id, above 0.</param>
    /// <param name="state">What is known.</param>
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
    internal void SetPacket(long id, long packet)
    {
        _packets ??= new long[Kept];
        if (Get(id) != DeliveryState.Unknown) _packets[id & (Kept - 1)] = packet;
    }

    /// <summary>A packet that was taken to be lost has arrived after all.</summary>
    internal void OnLateArrival(long packet)
    {
        for (var i = 0; i < _packets?.Length; i++)
        {
            if (_packets[i] == packet && (_entries![i] & StateMask) == (long)DeliveryState.Lost) Set(_entries[i] >> StateBits, DeliveryState.Received);
        }
    }

    /// <summary>What is known of a message; <see cref="DeliveryState.Unknown"/> of one that is not among the latest <see cref="Kept"/>.</summary>
    /// <param name="id">The message's id.</param>
    /// <returns>The state.</returns>
    public DeliveryState Get(long id)
    {
        var entries = Volatile.Read(ref _entries);
        if (id <= 0 || entries is null) return DeliveryState.Unknown;
        var entry = Volatile.Read(ref entries[id & (Kept - 1)]);
        return entry >> StateBits == id ? (DeliveryState)(entry & StateMask) : DeliveryState.Unknown;
    }
}
