using System.Net;
using System.Net.Sockets;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>Real sockets between one client and a server, which lose, double and hold back datagrams by chance.</summary>
internal sealed class LossyRelay : IDisposable
{
    private readonly IPEndPoint _server;
    private readonly Socket _inner = Bound();
    private readonly Socket _outer = Bound();
    private volatile EndPoint? _client;

    public LossyRelay(DatagramAddress server, int seed)
    {
        _server = server.ToEndPoint();
        var (there, back) = (new Random(seed), new Random(~seed));
        Start(_inner, (bytes, from) =>
        {
            _client = from;
            _outer.SendTo(bytes, _server);
        }, there);
        Start(_outer, (bytes, _) =>
        {
            if (_client is { } client) _inner.SendTo(bytes, client);
        }, back);
    }

    public IPEndPoint Address => (IPEndPoint)_inner.LocalEndPoint!;

    /// <summary>The share of datagrams that are lost; 1 is all.</summary>
    public double Loss { get; set; }

    /// <summary>The share of datagrams that come twice.</summary>
    public double Doubled { get; set; }

    /// <summary>The share of datagrams that come after a later one.</summary>
    public double HeldBack { get; set; }

    public void Dispose()
    {
        _inner.Dispose();
        _outer.Dispose();
    }

    private static Socket Bound()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 1 << 20 };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return socket;
    }

    private void Start(Socket socket, Action<byte[], EndPoint> pass, Random random)
    {
        new Thread(() =>
        {
            var buffer = new byte[65_536];
            (byte[] Bytes, EndPoint From)? held = null;
            while (true)
            {
                try
                {
                    EndPoint from = new IPEndPoint(IPAddress.Any, 0);
                    var bytes = buffer[..socket.ReceiveFrom(buffer, ref from)];
                    if (random.NextDouble() < Loss) continue;
                    if (held is null && random.NextDouble() < HeldBack)
                    {
                        held = (bytes, from);
                        continue;
                    }

                    pass(bytes, from);
                    if (random.NextDouble() < Doubled) pass(bytes, from);
                    if (held is { } late) pass(late.Bytes, late.From);
                    held = null;
                }
                catch (ObjectDisposedException)
                {
                    return;
                }
                catch (SocketException error)
                {
                    // One to a socket that had just been closed, or the end of this one.
                    if (error.SocketErrorCode is SocketError.Interrupted or SocketError.OperationAborted or SocketError.NotSocket) return;
                }
            }
        })
        { IsBackground = true }.Start();
    }
}
