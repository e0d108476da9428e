using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using static Genie.Datagrams.Sockets.LinuxMessages;

namespace Genie.Datagrams.Sockets;

/// <summary>
/// What goes beside a datagram on 64-bit Linux (cmsg(3)): the size of segments, and which of the host's addresses it came to or leaves from (ip(7), <c>IP_PKTINFO</c>; RFC 3542, 6.2,
/// <c>IPV6_PKTINFO</c>).
/// </summary>
internal static unsafe class ControlMessages
{
    /// <summary>Room for both kinds.</summary>
    public const int Bytes = 64;

    private const int Ipv4Protocol = 0;
    private const int Ipv6Protocol = 41;
    private const int Ipv4PacketInformation = 8;
    private const int Ipv6ReceivePacketInformation = 49;
    private const int Ipv6PacketInformation = 50;

    // struct in_pktinfo: the interface, the local address, the destination in the header. struct in6_pktinfo: the address, the interface.
    private const int Ipv4InformationBytes = 12;
    private const int Ipv4LocalOffset = 4;
    private const int Ipv6InformationBytes = 20;

    /// <summary>Asks for the address that each datagram came to, where the socket is bound to all addresses.</summary>
    public static void AskForLocalAddress(Socket socket)
    {
        if (!((IPEndPoint)socket.LocalEndPoint!).Address.Equals(socket.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any)) return;
        var isIPv4 = socket.AddressFamily == AddressFamily.InterNetwork;
        socket.SetRawSocketOption(isIPv4 ? Ipv4Protocol : Ipv6Protocol, isIPv4 ? Ipv4PacketInformation : Ipv6ReceivePacketInformation, MemoryMarshal.AsBytes([1]));
    }

    /// <summary>Reads what came beside a datagram.</summary>
    /// <param name="control">The messages.</param>
    /// <param name="length">Their bytes.</param>
    /// <param name="segmentBytes">The size of the datagrams that came in as one; 0: it is one.</param>
    /// <param name="local">The address that it came to; 0: not told.</param>
    public static void Read(byte* control, int length, out int segmentBytes, out UInt128 local)
    {
        (segmentBytes, local) = (0, 0);
        for (var position = 0; position + sizeof(ControlHeader) <= length;)
        {
            var header = (ControlHeader*)(control + position);
            if (header->Length < (nuint)sizeof(ControlHeader) || position + (int)header->Length > length) return;
            var data = new ReadOnlySpan<byte>(header + 1, (int)header->Length - sizeof(ControlHeader));
            if (header->Level == UdpSegmentation.Protocol && header->Type == UdpSegmentation.Receive && data.Length >= sizeof(int)) segmentBytes = MemoryMarshal.Read<int>(data);
            else if (header->Level == Ipv4Protocol && header->Type == Ipv4PacketInformation && data.Length >= Ipv4InformationBytes) local = UdpSocket.ReadIPv4(data[Ipv4LocalOffset..]);
            else if (header->Level == Ipv6Protocol && header->Type == Ipv6PacketInformation && data.Length >= Ipv6InformationBytes) local = UdpSocket.ReadIPv6(data);
            position += Aligned((int)header->Length);
        }
    }

    /// <summary>Writes which address a datagram leaves from.</summary>
    /// <returns>The bytes; 0 where the system chooses.</returns>
    public static int WriteLocal(byte* control, in DatagramAddress to)
    {
        if (to.Local == 0) return 0;
        var header = (ControlHeader*)control;
        var data = new Span<byte>(header + 1, to.IsIPv4 ? Ipv4InformationBytes : Ipv6InformationBytes);
        data.Clear();
        if (to.IsIPv4) UdpSocket.WriteIPv4(to.Local, data[Ipv4LocalOffset..]);
        else UdpSocket.WriteIPv6(to.Local, data);
        *header = new ControlHeader
        {
            Length = (nuint)(sizeof(ControlHeader) + data.Length),
            Level = to.IsIPv4 ? Ipv4Protocol : Ipv6Protocol,
            Type = to.IsIPv4 ? Ipv4PacketInformation : Ipv6PacketInformation,
        };
        return Aligned((int)header->Length);
    }

    /// <summary>Writes the size of the segments of what is handed over as one.</summary>
    /// <returns>The bytes.</returns>
    public static int WriteSegments(byte* control, int segmentBytes)
    {
        *(ControlHeader*)control = new ControlHeader { Length = (nuint)(sizeof(ControlHeader) + sizeof(ushort)), Level = UdpSegmentation.Protocol, Type = UdpSegmentation.Send };
        *(ushort*)(control + sizeof(ControlHeader)) = (ushort)segmentBytes;
        return Aligned(sizeof(ControlHeader) + sizeof(ushort));
    }

    private static int Aligned(int bytes) => (bytes + 7) & ~7;
}
