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
        return PickFreeRange(1);
    }

    /// <summary>The first of several free ports in a row, which are given to nobody else, as by <see cref="PickFree"/>.</summary>
    /// <param name="count">How many, for programs that are told one port and count on from there.</param>
    /// <exception cref="ServerException">There are none.</exception>
    public static int PickFreeRange(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Last - First);
        for (var attempt = 0; attempt < AttemptsMax; attempt++)
        {
            var first = Random.Shared.Next(First, Last - count + 1);

            // Taken first: whoever else has one may be about to start a server there, which must not meet this trial.
            if (Enumerable.Range(first, count).All(static port => PortReservations.TryTake(port, isAgain: false) && CanListen(IPAddress.Loopback, port))) return first;
        }

        throw new ServerException($"No {(count == 1 ? "free port was" : $"{count} free ports in a row were")} found between {First} and {Last}.");
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
