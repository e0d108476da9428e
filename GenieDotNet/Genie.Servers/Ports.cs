using System.Net;
using System.Net.Sockets;

namespace Genie.Servers;

/// <summary>Ports on 127.0.0.1.</summary>
public static class Ports
{
    // Below the ports that operating systems give to outgoing connections (Linux from 32768, others from 49152). While a
    // server on one of those restarts, any client may be given its port, even one that is trying to reach it: on loopback
    // such an attempt connects to itself, and the server cannot listen again.
    private const int First = 12_000;
    private const int Last = 32_000;
    private const int AttemptsMax = 1000;

    /// <summary>
    /// A port where nothing listens, the preferred one if that is so, and which no other process of this user is given by this method until this
    /// process ends; twice in one process only as the preferred one.
    /// </summary>
    /// <exception cref="ServerException">None is free.</exception>
    public static int PickFree(int? preferred = null)
    {
        if (preferred is { } port && !IsListening(port) && PortReservations.TryTake(port, isAgain: true)) return port;
        for (var attempt = 0; attempt < AttemptsMax; attempt++)
        {
            var candidate = Random.Shared.Next(First, Last);

            // Taken first: whoever else has it may be about to start a server there, which must not meet this trial.
            if (PortReservations.TryTake(candidate, isAgain: false) && CanListen(IPAddress.Loopback, candidate)) return candidate;
        }

        throw new ServerException($"No free port was found between {First} and {Last}.");
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

    /// <summary>True if a server can listen at a port of this machine as the only one: also where another has the port that would share it (SO_REUSEPORT) it is false.</summary>
    /// <param name="address">An address of this machine.</param>
    /// <param name="port">The port.</param>
    public static bool CanListen(IPAddress address, int port)
    {
        try
        {
            using var probe = new TcpListener(address, port);
            probe.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
