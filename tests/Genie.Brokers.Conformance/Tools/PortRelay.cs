using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Passes bytes on to a port and counts the connections: how a retry storm is seen from the server's side. It can stall, cut and lead elsewhere.</summary>
internal sealed class PortRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _links = [];
    private readonly ConcurrentDictionary<Socket, bool> _clients = new();
    private TaskCompletionSource _flowing = Open();
    private TimeSpan? _lifeTime;
    private readonly Task _accepting;
    private int _accepted;

    public PortRelay(int targetPort)
    {
        Target = targetPort;

        // Small, so that a stall is felt soon.
        _listener.Server.ReceiveBufferSize = 64 * 1024;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Where further connections lead.</summary>
    public int Target { get; set; }

    public int Accepted => Volatile.Read(ref _accepted);

    /// <summary>Takes nothing from the clients while stalled, as a server does that reads nothing.</summary>
    public void Stall(bool stalled)
    {
        if (stalled) Volatile.Write(ref _flowing, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        else Volatile.Read(ref _flowing).TrySetResult();
    }

    /// <summary>Ends the connections there are, and each further one after a time; null lets those live.</summary>
    public void CutAfter(TimeSpan? lifeTime)
    {
        _lifeTime = lifeTime;
        CutAll();
    }

    /// <summary>Ends the connections there are.</summary>
    public void CutAll()
    {
        foreach (var client in _clients.Keys) client.Dispose();
    }

    public async ValueTask DisposeAsync()
    {
        Stall(false);
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
                _clients[client] = true;
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
            await server.ConnectAsync(IPAddress.Loopback, Target, _stopping.Token).ConfigureAwait(false);
            var ended = Task.WhenAny(CopyAsync(client, server, stalls: true), CopyAsync(server, client, stalls: false));
            await (_lifeTime is { } lifeTime ? Task.WhenAny(ended, Task.Delay(lifeTime)) : ended).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The server is gone, or the relay is, or the connection was cut.
        }
        finally
        {
            _clients.TryRemove(client, out _);
            client.Dispose();
        }
    }

    private static TaskCompletionSource Open()
    {
        var open = new TaskCompletionSource();
        open.SetResult();
        return open;
    }

    private async Task CopyAsync(Socket from, Socket to, bool stalls)
    {
        var buffer = new byte[16384];
        try
        {
            for (var count = 1; count > 0;)
            {
                if (stalls) await Volatile.Read(ref _flowing).Task.ConfigureAwait(false);
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
