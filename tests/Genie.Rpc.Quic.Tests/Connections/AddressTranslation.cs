using System.Net;
using System.Net.Sockets;

namespace Genie.Rpc.Quic.Tests.Connections;

/// <summary>A router before a server, which translates a client's address and may forget by which: the server then hears of the same client from another port.</summary>
internal sealed class AddressTranslation : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Socket _inside = NewSocket();
    private readonly IPEndPoint _server;
    private readonly List<Task> _pumps = [];
    private readonly List<Socket> _outside = [];
    private EndPoint? _client;

    public AddressTranslation(IPEndPoint server)
    {
        _server = server;
        Forget();
        _pumps.Add(FromClientAsync());
    }

    /// <summary>Where the client finds it.</summary>
    public IPEndPoint EndPoint => (IPEndPoint)_inside.LocalEndPoint!;

    /// <summary>The port that the server hears of now.</summary>
    public int OutsidePort => ((IPEndPoint)_outside[^1].LocalEndPoint!).Port;

    /// <summary>Translates to another port from now on. What is sent to the old one reaches nobody.</summary>
    public void Forget()
    {
        var socket = NewSocket();
        lock (_outside)
        {
            if (_outside.Count > 0) _outside[^1].Dispose();
            _outside.Add(socket);
        }

        _pumps.Add(ToClientAsync(socket));
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        foreach (var pump in _pumps) await pump;
        foreach (var socket in _outside) socket.Dispose();
        _inside.Dispose();
        _stop.Dispose();
    }

    private static Socket NewSocket()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return socket;
    }

    private Task FromClientAsync() => PumpAsync(_inside, async (datagram, sender) =>
    {
        _client = sender;
        Socket outside;
        lock (_outside) outside = _outside[^1];
        await outside.SendToAsync(datagram, _server, _stop.Token);
    });

    private Task ToClientAsync(Socket socket) => PumpAsync(socket, async (datagram, _) => await _inside.SendToAsync(datagram, _client!, _stop.Token));

    private async Task PumpAsync(Socket from, Func<Memory<byte>, EndPoint, Task> passOnAsync)
    {
        var buffer = new byte[ushort.MaxValue];
        var any = new IPEndPoint(IPAddress.Any, 0);
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                var received = await from.ReceiveFromAsync(buffer, any, _stop.Token);
                await passOnAsync(buffer.AsMemory(0, received.ReceivedBytes), received.RemoteEndPoint);
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                if (from != _inside) return;
            }
            catch (SocketException)
            {
                // A port was closed meanwhile: datagrams promise nothing.
                if (from != _inside) return;
            }
        }
    }
}
