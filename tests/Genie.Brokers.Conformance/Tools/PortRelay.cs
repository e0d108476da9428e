using System.Net;
using System.Net.Sockets;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Passes bytes on to a port and counts the connections: how a retry storm is seen from the server's side.</summary>
internal sealed class PortRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _links = [];
    private readonly int _targetPort;
    private readonly Task _accepting;
    private int _accepted;

    public PortRelay(int targetPort)
    {
        _targetPort = targetPort;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public int Accepted => Volatile.Read(ref _accepted);

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Stop();
        await _accepting.ConfigureAwait(false);
        await Task.WhenAll(_links).ConfigureAwait(false);
        _listener.Dispose();
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptSocketAsync(_stopping.Token).ConfigureAwait(false);
                Interlocked.Increment(ref _accepted);
                _links.Add(RelayAsync(client));
            }
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Disposed.
        }
    }

    private async Task RelayAsync(Socket client)
    {
        using var server = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        client.NoDelay = true;
        try
        {
            await server.ConnectAsync(IPAddress.Loopback, _targetPort, _stopping.Token).ConfigureAwait(false);
            await Task.WhenAny(CopyAsync(client, server), CopyAsync(server, client)).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException)
        {
            // The server is gone, or the relay is.
        }
        finally
        {
            client.Dispose();
        }
    }

    private async Task CopyAsync(Socket from, Socket to)
    {
        var buffer = new byte[16384];
        try
        {
            for (var count = 1; count > 0;)
            {
                count = await from.ReceiveAsync(buffer, _stopping.Token).ConfigureAwait(false);
                if (count > 0) await to.SendAsync(buffer.AsMemory(0, count), _stopping.Token).ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Either side closed.
        }
    }
}
