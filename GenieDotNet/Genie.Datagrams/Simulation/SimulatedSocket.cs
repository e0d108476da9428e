using Genie.Datagrams.Sockets;

namespace Genie.Datagrams.Simulation;

/// <summary>A socket of a simulated network.</summary>
internal sealed class SimulatedSocket(SimulatedNetwork network, DatagramAddress address, int maxDatagramBytes) : IDatagramSocket
{
    private readonly Queue<SimulatedDatagram> _arrived = new();
    private SimulatedDatagram? _taken;

    public DatagramAddress LocalAddress { get; set; } = address;

    public long OversizedDatagrams { get; private set; }

    public void Arrive(SimulatedDatagram datagram) => _arrived.Enqueue(datagram);

    public bool TryReceive(out Span<byte> datagram, out DatagramAddress from)
    {
        if (_taken is not null) network.Return(_taken);
        datagram = default;
        from = default;
        if (!_arrived.TryDequeue(out _taken)) return false;
        if (_taken.Length > maxDatagramBytes)
        {
            OversizedDatagrams++;
            return true;
        }

        datagram = _taken.Bytes.AsSpan(0, _taken.Length);
        from = _taken.From;
        return true;
    }

    public void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to) => network.Carry(datagram, LocalAddress, to);

    public void Flush()
    {
    }

    /// <summary>Nothing waits in simulated time: the network polls.</summary>
    public void Wait(TimeSpan timeout)
    {
    }

    public void Dispose() => network.Remove(LocalAddress);
}

/// <summary>A datagram on its way.</summary>
internal sealed class SimulatedDatagram
{
    public byte[] Bytes { get; private set; } = new byte[2_048];

    public int Length { get; private set; }

    public DatagramAddress From { get; private set; }

    public DatagramAddress To { get; private set; }

    public void Fill(ReadOnlySpan<byte> bytes, in DatagramAddress from, in DatagramAddress to)
    {
        if (Bytes.Length < bytes.Length) Bytes = new byte[bytes.Length];
        bytes.CopyTo(Bytes);
        (Length, From, To) = (bytes.Length, from, to);
    }
}
