using System.Net.Sockets;

namespace Genie.Benchmarks.Commands.Workers;

/// <summary>Joins standard input and output to a worker of another host, for <c>--worker-command tcp://HOST:PORT</c>.</summary>
internal static class WorkerRelay
{
    /// <summary>Relays until either side ends.</summary>
    /// <exception cref="IOException">Nobody listens there.</exception>
    public static async Task RunAsync(string host, int port, CommandStreams streams, CancellationToken cancellationToken)
    {
        using var link = new TcpClient { NoDelay = true };
        try
        {
            await link.ConnectAsync(host, port, cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException error)
        {
            throw new IOException($"No worker answers at {host}:{port} ({error.SocketErrorCode}); start one there with 'genie worker --listen 0.0.0.0:{port}'.", error);
        }

        await using var input = streams.OpenInput();
        await using var output = streams.OpenOutput();
        await StreamPump.RunAsync(input, output, link.GetStream(), link.GetStream(), cancellationToken).ConfigureAwait(false);
    }
}
