using System.Net;
using System.Net.Sockets;

namespace Genie.Relay.Workers;

/// <summary>Ports of this machine.</summary>
internal static class LoopbackPorts
{
    /// <summary>True if something accepts connections there.</summary>
    public static bool IsTaken(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Connect(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
