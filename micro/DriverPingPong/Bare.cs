using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Genie.Brokers.Drivers;
using Genie.Brokers.Nats;

namespace DriverPingPong;

/// <summary>
/// The floor: NATS's text protocol on a plain socket, without a parser, multiplexing or concurrency. It knows that each
/// message has the same size and looks only for the end of the line.
/// </summary>
internal sealed class Bare : IDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _received = new byte[64 * 1024];
    private readonly byte[] _publication;

    public Bare(Arguments arguments, string own, string other)
    {
        var url = BrokerOptionsBinder.Bind<NatsOptions>("nats", arguments.Settings).Url;
        _socket.Connect(url.Host, url.Port);
        Receive("INFO");
        _socket.Send(Encoding.ASCII.GetBytes($"CONNECT {{\"verbose\":false}}\r\nSUB {own} 1\r\nPING\r\n"));
        Receive("PONG");
        _publication = [.. Encoding.ASCII.GetBytes($"PUB {other} {arguments.Size.ToString(CultureInfo.InvariantCulture)}\r\n"), .. new byte[arguments.Size], .. "\r\n"u8];
    }

    public void Send() => _socket.Send(_publication);

    /// <summary>Waits for one whole message; false when the server has gone.</summary>
    public bool Receive()
    {
        var length = 0;
        while (!IsWhole(length))
        {
            var read = _socket.Receive(_received.AsSpan(length));
            if (read == 0) return false;
            length += read;
        }

        return true;
    }

    public async ValueTask SendAsync() => await _socket.SendAsync(_publication).ConfigureAwait(false);

    /// <inheritdoc cref="Receive()"/>
    public async ValueTask<bool> ReceiveAsync()
    {
        var length = 0;
        while (!IsWhole(length))
        {
            var read = await _socket.ReceiveAsync(_received.AsMemory(length)).ConfigureAwait(false);
            if (read == 0) return false;
            length += read;
        }

        return true;
    }

    public void Dispose() => _socket.Dispose();

    private bool IsWhole(int length)
    {
        var lineEnd = _received.AsSpan(0, length).IndexOf((byte)'\n');
        return lineEnd >= 0 && length >= lineEnd + 1 + _publication.Length - (_publication.AsSpan().IndexOf((byte)'\n') + 1);
    }

    private void Receive(string awaited)
    {
        var text = "";
        while (!text.Contains(awaited, StringComparison.Ordinal) || !text.EndsWith('\n'))
            text += Encoding.ASCII.GetString(_received, 0, _socket.Receive(_received));
    }
}
