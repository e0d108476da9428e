using System.Net;
using System.Net.Sockets;

namespace Genie.Servers;

/// <summary>Ports on 127.0.0.1.</summary>
public static class Ports
{
    /// <summary>A port that was free a moment ago; the standard one where that is free.</summary>
    public static int PickFree(int? preferred = null)
    {
        if (preferred is { } port && !IsListening(port)) return port;
        using var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        return ((IPEndPoint)probe.LocalEndpoint).Port;
    }

    /// <summary>True if something accepts connections.</summary>
    public static bool IsListening(int port)
    {
        try
        {
            using var client = new TcpClient();
            client.Connect(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
