using System.Net;
using System.Net.Sockets;

namespace Genie.Datagrams.Tests;

/// <summary>A real socket with a thread that passes on what it receives. Linked into the tests of other transports.</summary>
internal sealed class RelaySocket : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 1 << 20 };

    public RelaySocket() => _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public IPEndPoint Address => (IPEndPoint)_socket.LocalEndPoint!;

    public void Start(Action<byte[], EndPoint> pass) => new Thread(() => Run(pass)) { IsBackground = true }.Start();

    public void Send(byte[] bytes, EndPoint to) => _socket.SendTo(bytes, to);

    public void Dispose() => _socket.Dispose();

    private void Run(Action<byte[], EndPoint> pass)
    {
        var buffer = new byte[65_536];
        while (true)
        {
            try
            {
                EndPoint from = new IPEndPoint(IPAddress.Any, 0);
                pass(buffer[.._socket.ReceiveFrom(buffer, ref from)], from);
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
    }
}
