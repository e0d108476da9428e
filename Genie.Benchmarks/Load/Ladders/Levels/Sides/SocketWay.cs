using System.Buffers;
using System.Net;
using System.Net.Sockets;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>A bare socket with blocking calls on both sides. Over UDP what is lost is lost.</summary>
internal sealed class SocketWay(ProtocolType protocol) : ILevelWay
{
    private const int BufferBytes = 64 * 1024;
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    public Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken) => Task.FromResult<ILevelServer>(new Server(Open()));

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var socket = Open();
        try
        {
            socket.ReceiveTimeout = (int)AnswerTimeout.TotalMilliseconds;
            await socket.ConnectAsync(IPAddress.Loopback, port, cancellationToken).ConfigureAwait(false);
            return new Client(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private Socket Open() => protocol == ProtocolType.Udp
        ? new Socket(AddressFamily.InterNetwork, SocketType.Dgram, protocol)
        : new Socket(AddressFamily.InterNetwork, SocketType.Stream, protocol) { NoDelay = true };

    private sealed class Server : ILevelServer
    {
        private readonly Socket _socket;

        public Server(Socket socket)
        {
            _socket = socket;
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            if (socket.SocketType == SocketType.Stream) socket.Listen();
            new Thread(Echo) { IsBackground = true }.Start();
        }

        public int Port => ((IPEndPoint)_socket.LocalEndPoint!).Port;

        public ValueTask DisposeAsync()
        {
            _socket.Dispose();
            return ValueTask.CompletedTask;
        }

        private void Echo()
        {
            var buffer = new byte[BufferBytes];
            try
            {
                if (_socket.SocketType == SocketType.Dgram) EchoDatagrams(buffer);
                else EchoStream(buffer);
            }
            catch (Exception error) when (error is SocketException or ObjectDisposedException)
            {
                // One of the sides is gone, which is how it ends.
            }
        }

        private void EchoDatagrams(byte[] buffer)
        {
            var from = new SocketAddress(AddressFamily.InterNetwork);
            while (true) _socket.SendTo(buffer.AsSpan(0, _socket.ReceiveFrom(buffer, SocketFlags.None, from)), SocketFlags.None, from);
        }

        private void EchoStream(byte[] buffer)
        {
            using var link = _socket.Accept();
            link.NoDelay = true;
            while (link.Receive(buffer) is > 0 and var read) link.Send(buffer.AsSpan(0, read));
        }
    }

    private sealed class Client(Socket socket) : ILevelClient
    {
        public ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
        {
            socket.Send(request.Span);
            for (var left = request.Length; left > 0;)
            {
                var read = socket.Receive(answer.GetSpan(left)[..left]);
                if (read == 0) throw new IOException("The other process closed the socket.");
                answer.Advance(read);
                left -= read;
            }

            return ValueTask.CompletedTask;
        }

        public ValueTask DisposeAsync()
        {
            socket.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
