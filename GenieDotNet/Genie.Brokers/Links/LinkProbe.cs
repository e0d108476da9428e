using System.Net.Sockets;

namespace Genie.Brokers.Links;

/// <summary>Finds out whether anybody listens at an address, before a client library is set to it that would try again for long.</summary>
public static class LinkProbe
{
    /// <summary>Connects, and closes the connection again.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="host">Name or address.</param>
    /// <param name="port">The port.</param>
    /// <param name="timeout">Time to connect.</param>
    /// <exception cref="BrokerUnreachableException">Nobody listens there.</exception>
    public static async Task ReachAsync(string broker, string host, int port, TimeSpan timeout)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(timeout);
        try
        {
            await socket.ConnectAsync(host, port, limit.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is SocketException or OperationCanceledException)
        {
            throw new BrokerUnreachableException(broker, host, port, error);
        }
    }
}
