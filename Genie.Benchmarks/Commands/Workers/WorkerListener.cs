using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Commands.Workers;

/// <summary>Gives each link from another host a controlled worker of its own: the other end of <see cref="WorkerRelay"/>.</summary>
/// <remarks>Nobody is asked who he is, as with Crank's own agent: for networks whose every member may start jobs.</remarks>
internal static class WorkerListener
{
    /// <summary>Serves until cancelled.</summary>
    /// <param name="address">Where to listen; port 0 takes a free one, which is printed.</param>
    /// <param name="output">Gets a line that says where it listens.</param>
    /// <param name="cancellationToken">Ends it with all its workers.</param>
    public static async Task RunAsync(IPEndPoint address, TextWriter output, CancellationToken cancellationToken)
    {
        using var listener = new TcpListener(address);
        listener.Start();
        await output.WriteLineAsync($"Workers at {listener.LocalEndpoint}; Ctrl-C ends.").ConfigureAwait(false);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        List<Task> links = [];
        try
        {
            while (true)
            {
                var link = await listener.AcceptTcpClientAsync(cancellationToken).ConfigureAwait(false);
                links.RemoveAll(task => task.IsCompleted);
                links.Add(ServeAsync(link, cancellationToken));
            }
        }
        catch (OperationCanceledException)
        {
            // Ctrl-C is how it ends.
        }

        await Task.WhenAll(links).ConfigureAwait(false);
    }

    private static async Task ServeAsync(TcpClient link, CancellationToken cancellationToken)
    {
        using (link)
        {
            link.NoDelay = true;
            await using var worker = ChildProgram.StartSelf("worker", "worker", "--controlled");
            try
            {
                await StreamPump.RunAsync(link.GetStream(), link.GetStream(), worker.Output, worker.Input, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception error) when (error is IOException or OperationCanceledException)
            {
                // The other side has gone; its worker goes too.
            }
        }
    }
}
