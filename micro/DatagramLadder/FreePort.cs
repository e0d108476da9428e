using System.Net;
using System.Net.Sockets;

namespace DatagramLadder;

/// <summary>Ports of this machine that nobody uses.</summary>
internal static class FreePort
{
    public static int Pick(SocketType type)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, type, type == SocketType.Dgram ? ProtocolType.Udp : ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
