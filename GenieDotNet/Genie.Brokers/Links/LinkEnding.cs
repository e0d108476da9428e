using System.Net.Sockets;

namespace Genie.Brokers.Links;

/// <summary>How the connection under a <see cref="LinkTransport"/> ends.</summary>
/// <param name="Shutdown">Ends it gracefully: what was written still arrives, and the other side is told that nothing follows. Must not throw where it has ended.</param>
/// <param name="Abort">Ends it at once: reads and writes under way fail. Must not throw where it has ended.</param>
/// <param name="ReleaseAsync">Gives back what lies under the stream, after the stream was disposed; null where there is nothing.</param>
public sealed record LinkEnding(Action Shutdown, Action Abort, Func<ValueTask>? ReleaseAsync = null)
{
    /// <summary>A socket's.</summary>
    internal static LinkEnding Of(Socket socket) => new(() => ShutdownSocket(socket), socket.Dispose);

    private static void ShutdownSocket(Socket socket)
    {
        try
        {
            socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            // The peer was first.
        }
    }
}
