using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Genie.Datagrams.Sockets;

/// <summary>A UDP socket by the runtime's own calls, one datagram each.</summary>
internal sealed class UdpSocket : IDatagramSocket
{
    private readonly Socket _socket;
    private readonly byte[] _buffer;
    private readonly int _maxDatagramBytes;
    private readonly SocketAddress _from;
    private readonly SocketAddress _to;

    public UdpSocket(Socket socket, DatagramOptions options)
    {
        _socket = socket;
        _maxDatagramBytes = options.MaxDatagramBytes;

        // One more byte tells a datagram that is too large from one that just fits: only Windows reports the cut.
        _buffer = new byte[_maxDatagramBytes + 1];
        _from = new SocketAddress(socket.AddressFamily);
        _to = new SocketAddress(socket.AddressFamily);
        LocalAddress = DatagramAddress.From((IPEndPoint)socket.LocalEndPoint!);
    }

    public DatagramAddress LocalAddress { get; }

    public long OversizedDatagrams { get; private set; }

    public bool TryReceive(out Span<byte> datagram, out DatagramAddress from)
    {
        datagram = default;
        from = default;
        if (!_socket.Poll(0, SelectMode.SelectRead)) return false;
        try
        {
            var bytes = _socket.ReceiveFrom(_buffer, SocketFlags.None, _from);
            from = Read(_from.Buffer.Span);
            if (bytes > _maxDatagramBytes) OversizedDatagrams++;
            else datagram = _buffer.AsSpan(0, bytes);
        }
        catch (SocketException error)
        {
            // Else an error of an earlier send: nothing that was received.
            if (error.SocketErrorCode == SocketError.MessageSize) OversizedDatagrams++;
        }

        return true;
    }

    public void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to)
    {
        Write(to, _to.Buffer.Span);
        try
        {
            _socket.SendTo(datagram, SocketFlags.None, _to);
        }
        catch (SocketException)
        {
            // Full, unreachable or too large: lost, as on the way.
        }
    }

    public void Flush()
    {
    }

    public void Wait(TimeSpan timeout) => _socket.Poll(timeout, SelectMode.SelectRead);

    public void Dispose() => _socket.Dispose();

    /// <summary>Both families' socket addresses have family, port and address at the same places everywhere; the runtime has set the family.</summary>
    internal static void Write(in DatagramAddress address, Span<byte> socketAddress)
    {
        BinaryPrimitives.WriteUInt16BigEndian(socketAddress[2..], address.Port);
        if (socketAddress.Length < 28)
        {
            WriteIPv4(address.Address, socketAddress[4..]);
            return;
        }

        WriteIPv6(address.Address, socketAddress[8..]);
        BinaryPrimitives.WriteUInt32LittleEndian(socketAddress[24..], address.ScopeId);
    }

    internal static DatagramAddress Read(ReadOnlySpan<byte> socketAddress)
    {
        var port = BinaryPrimitives.ReadUInt16BigEndian(socketAddress[2..]);
        return socketAddress.Length < 28
            ? new DatagramAddress(ReadIPv4(socketAddress[4..]), 0, port)
            : new DatagramAddress(ReadIPv6(socketAddress[8..]), BinaryPrimitives.ReadUInt32LittleEndian(socketAddress[24..]), port);
    }

    internal static void WriteIPv4(UInt128 mapped, Span<byte> to) => BinaryPrimitives.WriteUInt32BigEndian(to, (uint)mapped);

    internal static UInt128 ReadIPv4(ReadOnlySpan<byte> from) => DatagramAddress.OfIPv4(BinaryPrimitives.ReadUInt32BigEndian(from), 0).Address;

    internal static void WriteIPv6(UInt128 address, Span<byte> to) => BinaryPrimitives.WriteUInt128BigEndian(to, address);

    internal static UInt128 ReadIPv6(ReadOnlySpan<byte> from) => BinaryPrimitives.ReadUInt128BigEndian(from);
}
