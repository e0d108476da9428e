namespace Genie.Datagrams.Reliability;

/// <summary>The packets that were sent and not yet acknowledged, by number, and those taken to be lost until newer ones need their entries.</summary>
internal sealed class SentPackets
{
    /// <summary>No more are under way than a few acknowledgements can tell of.</summary>
    public const int MaxOutstanding = 4_096;

    private SentPacket[] _ring = new SentPacket[16];
    private long _oldestReliable;

    /// <summary>The oldest that may still be outstanding.</summary>
    public long Oldest { get; private set; }

    /// <summary>The number of the next packet.</summary>
    public long Next { get; private set; }

    public int OutstandingCount { get; private set; }

    public long BytesInFlight { get; private set; }

    /// <summary>Packets taken to be lost whose late acknowledgement would still be noticed.</summary>
    public int KeptLost { get; private set; }

    /// <summary>The oldest outstanding packet with something reliable in it, or <see cref="Next"/>. Each packet is passed over once.</summary>
    public long OldestReliable
    {
        get
        {
            _oldestReliable = Math.Max(_oldestReliable, Oldest);
            while (_oldestReliable < Next && this[_oldestReliable] is not { State: SentPacketState.Outstanding, IsReliable: true }) _oldestReliable++;
            return _oldestReliable;
        }
    }

    public bool IsFull => Next - Oldest >= MaxOutstanding;

    /// <summary>Reserves a number for a packet that asks for no acknowledgement.</summary>
    public long TakeNumber()
    {
        if (Next - Oldest >= _ring.Length) Grow();
        ref var entry = ref _ring[Next & (_ring.Length - 1)];
        if (entry.State == SentPacketState.Lost) KeptLost--;
        entry = default;
        entry.Number = Next;
        if (OutstandingCount == 0) Oldest = Next + 1;
        return Next++;
    }

    /// <summary>Enters the packet whose number was taken last.</summary>
    public void Add(in SentPacket packet)
    {
        if (OutstandingCount == 0) Oldest = packet.Number;
        _ring[packet.Number & (_ring.Length - 1)] = packet;
        OutstandingCount++;
        BytesInFlight += packet.Bytes;
    }

    public ref SentPacket this[long number] => ref _ring[number & (_ring.Length - 1)];

    /// <summary>True if the number's entry still is that of this packet.</summary>
    public bool Holds(long number) => number >= 0 && number < Next && this[number].Number == number && this[number].State != SentPacketState.None;

    /// <summary>Notes that an outstanding packet is acknowledged or lost.</summary>
    public void Settle(ref SentPacket packet, SentPacketState state)
    {
        packet.State = state;
        packet.Frames = null;
        if (state == SentPacketState.Lost) KeptLost++;
        OutstandingCount--;
        BytesInFlight -= packet.Bytes;
        if (OutstandingCount == 0)
        {
            Oldest = Next;
            return;
        }

        while (this[Oldest].State != SentPacketState.Outstanding) Oldest++;
    }

    /// <summary>Notes that a packet that was taken to be lost is acknowledged.</summary>
    public void Recover(ref SentPacket packet)
    {
        packet.State = SentPacketState.Acknowledged;
        KeptLost--;
    }

    private void Grow()
    {
        var larger = new SentPacket[_ring.Length * 2];
        for (var number = Math.Max(0, Next - _ring.Length); number < Next; number++) larger[number & (larger.Length - 1)] = this[number];
        _ring = larger;
    }
}
