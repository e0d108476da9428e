using System.Net;
using System.Net.Sockets;

namespace Genie.Datagrams.Tests;

/// <summary>Real sockets between a client and a server, as an address translator that forgets its mapping: the server then sees the client at another port.</summary>
internal sealed class MovingRelay : IDisposable
{
    private readonly IPEndPoint _server;
    private readonly Socket _inner = Bound();
    private volatile Socket _outer = Bound();
    private volatile EndPoint? _client;
    private volatile bool _isEnded;

    public MovingRelay(IPEndPoint server)
    {
        _server = server;
        Start(_inner, (bytes, from) =>
        {
            _client = from;
            _outer.SendTo(bytes, _server);
        });
        StartOuter(_outer);
    }

    public IPEndPoint Address => (IPEndPoint)_inner.LocalEndPoint!;

    public int Port => ((IPEndPoint)_outer.LocalEndPoint!).Port;

    public void Move()
    {
        var before = _outer;
        _outer = Bound();
        StartOuter(_outer);
        before.Dispose();
    }

    public void Dispose()
    {
        _isEnded = true;
        _inner.Dispose();
        _outer.Dispose();
    }

    private static Socket Bound()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 1 << 20 };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return socket;
    }

    private void StartOuter(Socket socket) => Start(socket, (bytes, _) =>
    {
        if (_client is { } client) _inner.SendTo(bytes, client);
    });

    private void Start(Socket socket, Action<byte[], EndPoint> pass)
    {
        var thread = new Thread(() =>
        {
            var buffer = new byte[65_536];
            while (!_isEnded)
            {
                try
                {
                    EndPoint from = new IPEndPoint(IPAddress.Any, 0);
                    var count = socket.ReceiveFrom(buffer, ref from);
                    pass(buffer[..count], from);
                }
                catch (ObjectDisposedException)
                {
                    return;
                }
                catch (SocketException error)
                {
                    // The socket that was left, or one to it that had just been taken.
                    if (error.SocketErrorCode is SocketError.Interrupted or SocketError.OperationAborted or SocketError.NotSocket) return;
                }
            }
        })
        { IsBackground = true };
        thread.Start();
    }
}
