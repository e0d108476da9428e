using System.Net;
using System.Net.Sockets;

namespace Genie.Relay.Workers;

/// <summary>Ports of this machine.</summary>
internal static class LoopbackPorts
{
    /// <summary>The first of these ports that another program has, be it that it listens there or that a connection of its own goes out from there; null: none.</summary>
    public static int? FirstTaken(IEnumerable<int> ports)
    {
        foreach (var port in ports)
        {
            if (!CanBind(port)) return port;
        }

        return null;
    }

    private static bool CanBind(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
