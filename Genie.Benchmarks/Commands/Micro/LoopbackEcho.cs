using System.Net;
using System.Net.Sockets;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>The other end of the loopback measurement: sends back what comes, until the link or standard input ends.</summary>
internal static class LoopbackEcho
{
    /// <summary>Serves one link; prints its port first.</summary>
    public static async Task<int> RunAsync(bool blocking, TextWriter output, CancellationToken cancellationToken)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        output.WriteLine(((IPEndPoint)listener.LocalEndpoint).Port);
        using var socket = await listener.AcceptSocketAsync(cancellationToken).ConfigureAwait(false);
        socket.NoDelay = true;
        var buffer = new byte[64 * 1024];
        try
        {
            if (blocking) Echo(socket, buffer);
            else await EchoAsync(socket, buffer, cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            // The other side has gone, which is how it ends.
        }

        return ExitCode.Success;
    }

    private static void Echo(Socket socket, byte[] buffer)
    {
        while (socket.Receive(buffer) is > 0 and var read) socket.Send(buffer.AsSpan(0, read));
    }

    private static async Task EchoAsync(Socket socket, byte[] buffer, CancellationToken cancellationToken)
    {
        while (await socket.ReceiveAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and var read)
            await socket.SendAsync(buffer.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
    }
}
