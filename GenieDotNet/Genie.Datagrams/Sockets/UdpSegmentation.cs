using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Genie.Datagrams.Sockets;

/// <summary>
/// Datagrams of one size to or from one address as one, through the system's whole stack: generic segmentation offload when they are sent, generic receive offload when they come in
/// (Linux, Documentation/networking/segmentation-offloads.rst; <c>UDP_SEGMENT</c> and <c>UDP_GRO</c> of linux/udp.h).
/// </summary>
internal static class UdpSegmentation
{
    /// <summary>IPPROTO_UDP, also the level of the control messages.</summary>
    public const int Protocol = 17;

    /// <summary>UDP_SEGMENT, since Linux 4.18.</summary>
    public const int Send = 103;

    /// <summary>UDP_GRO, since Linux 5.0.</summary>
    public const int Receive = 104;

    /// <summary>What segments may make together, bytes; the limit is that of an IP packet.</summary>
    public const int SentBytesMax = 65_000;

    /// <summary>The longest that comes in together, bytes.</summary>
    public const int ReceivedBytesMax = 65_536;

    /// <summary>True if the system can send segments.</summary>
    public static bool CanSend(Socket socket) => TrySet(socket, Send, 0);

    /// <summary>Asks for received datagrams to come together.</summary>
    /// <returns>False: the system cannot.</returns>
    public static bool TryReceive(Socket socket) => TrySet(socket, Receive, 1);

    private static bool TrySet(Socket socket, int option, int value)
    {
        try
        {
            socket.SetRawSocketOption(Protocol, option, MemoryMarshal.AsBytes([value]));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
