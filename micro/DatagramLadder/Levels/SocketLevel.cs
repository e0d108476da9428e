using System.Net;
using System.Net.Sockets;

namespace DatagramLadder.Levels;

/// <summary>A bare UDP socket with blocking calls; what is lost is lost.</summary>
internal sealed class SocketLevel : ILevel
{
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(5);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = (int)AnswerTimeout.TotalMilliseconds };
    private readonly byte[] _answer = new byte[Echoes.MessageBytes];

    public SocketLevel(int port) => _socket.Connect(IPAddress.Loopback, port);

    public string Name => "UDP socket";

    /// <summary>Echoes until the process ends.</summary>
    /// <returns>Its port.</returns>
    public static int Serve()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        new Thread(() => Echo(socket)) { IsBackground = true }.Start();
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    public ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        _socket.Send(message.Span);
        Echoes.Check(message, _answer.AsSpan(0, _socket.Receive(_answer)));
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        return ValueTask.CompletedTask;
    }

    private static void Echo(Socket socket)
    {
        var buffer = new byte[Echoes.MessageBytes];
        var from = new SocketAddress(AddressFamily.InterNetwork);
        while (true)
        {
            var read = socket.ReceiveFrom(buffer, SocketFlags.None, from);
            socket.SendTo(buffer.AsSpan(0, read), SocketFlags.None, from);
        }
    }
}
