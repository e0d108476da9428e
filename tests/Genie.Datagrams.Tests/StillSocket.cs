using Genie.Datagrams.Sockets;

namespace Genie.Datagrams.Tests;

/// <summary>A socket that receives the same datagram from ever other addresses, and counts what is sent.</summary>
internal sealed class StillSocket(byte[] datagram) : IDatagramSocket
{
    private uint _from;

    public int Left { get; set; }

    public long BytesSent { get; private set; }

    public long OversizedDatagrams => 0;

    public DatagramAddress LocalAddress => DatagramAddress.OfIPv4(1, 1);

    public bool TryReceive(out Span<byte> received, out DatagramAddress from)
    {
        received = datagram;
        from = DatagramAddress.OfIPv4(++_from, 1);
        return --Left >= 0;
    }

    public void Send(ReadOnlySpan<byte> sent, in DatagramAddress to) => BytesSent += sent.Length;

    public void Flush()
    {
    }

    public void Wait(TimeSpan timeout)
    {
    }

    public void Dispose()
    {
    }
}
