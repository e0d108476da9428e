namespace Genie.Datagrams.Simulation;

/// <summary>One direction of a socket under <see cref="NetworkConditions"/>: what goes in comes out when it would have arrived, or not at all.</summary>
internal sealed class DelayLine(NetworkConditions conditions, Random random)
{
    private readonly SimulatedPath _path = new(conditions, random);
    private readonly PriorityQueue<SimulatedDatagram, (long At, long Order)> _waiting = new();
    private readonly Stack<SimulatedDatagram> _spare = new();
    private SimulatedDatagram? _taken;
    private long _order;

    /// <summary>When the next one comes out, microseconds, or <see cref="long.MaxValue"/>.</summary>
    public long NextDue => _waiting.TryPeek(out _, out var next) ? next.At : long.MaxValue;

    /// <summary>Puts a datagram in.</summary>
    public void Add(ReadOnlySpan<byte> bytes, in DatagramAddress from, in DatagramAddress to, long now)
    {
        Carry(bytes, from, to, now);
        if (_path.IsDuplicated()) Carry(bytes, from, to, now);
    }

    /// <summary>Takes one that is due, valid until the next call.</summary>
    public bool TryTake(long now, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out SimulatedDatagram? datagram)
    {
        if (_taken is not null) _spare.Push(_taken);
        _taken = datagram = _waiting.Count > 0 && NextDue <= now ? _waiting.Dequeue() : null;
        return datagram is not null;
    }

    private void Carry(ReadOnlySpan<byte> bytes, in DatagramAddress from, in DatagramAddress to, long now)
    {
        var arrival = _path.ArrivalOf(bytes.Length, now);
        if (arrival < 0) return;
        if (!_spare.TryPop(out var datagram)) datagram = new SimulatedDatagram();
        datagram.Fill(bytes, from, to);
        _waiting.Enqueue(datagram, (arrival, _order++));
    }
}
