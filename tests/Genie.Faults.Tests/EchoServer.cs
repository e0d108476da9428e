using System.Net;
using System.Net.Sockets;

namespace Genie.Faults.Tests;

/// <summary>Sends back what it is sent, after a greeting if it has one.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<Task> _links = [];
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _accepting;
    private bool _isDisposed;

    private EchoServer(byte[] greeting)
    {
        _listener.Start();
        _accepting = AcceptAsync(greeting);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public static EchoServer Start(params byte[] greeting) => new(greeting);

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        await _stopping.CancelAsync();
        _listener.Stop();
        await _accepting;
        await Task.WhenAll(_links);
        _listener.Dispose();
        _stopping.Dispose();
    }

    private async Task AcceptAsync(byte[] greeting)
    {
        try
        {
            while (true) _links.Add(EchoAsync(await _listener.AcceptSocketAsync(_stopping.Token), greeting));
        }
        catch (OperationCanceledException)
        {
            // Disposed.
        }
    }

    private async Task EchoAsync(Socket client, byte[] greeting)
    {
        using (client)
        {
            try
            {
                if (greeting.Length > 0) await client.SendAsync(greeting, _stopping.Token);
                var buffer = new byte[65536];
                while (await client.ReceiveAsync(buffer, _stopping.Token) is > 0 and var count) await client.SendAsync(buffer.AsMemory(0, count), _stopping.Token);
            }
            catch (Exception error) when (error is OperationCanceledException or SocketException)
            {
                // The other side ended it.
            }
        }
    }
}
