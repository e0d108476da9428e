using System.Runtime.InteropServices;
using System.Text;

namespace Genie.Brokers.ZeroMQ.Tests.Foreign;

/// <summary>A libzmq socket with a context of its own; calls give up after 30 s instead of hanging the tests.</summary>
internal sealed class LibZmqSocket : IDisposable
{
    private const int GiveUpMilliseconds = 30_000;
    private readonly nint _context = LibZmq.NewContext();
    private readonly nint _socket;

    public LibZmqSocket(int type)
    {
        _socket = LibZmq.NewSocket(_context, type);
        Set(LibZmq.OptionLinger, 5000);
        Set(LibZmq.OptionReceiveTimeout, GiveUpMilliseconds);
        Set(LibZmq.OptionSendTimeout, GiveUpMilliseconds);
    }

    public void Set(int option, int value) =>
        Assert.Equal(0, LibZmq.SetOption(_socket, option, MemoryMarshal.AsBytes(new ReadOnlySpan<int>(in value)), sizeof(int)));

    public void Set(int option, string value) =>
        Assert.Equal(0, LibZmq.SetOption(_socket, option, Encoding.UTF8.GetBytes(value), (nuint)value.Length));

    public void Bind(int port) => Assert.Equal(0, LibZmq.Bind(_socket, $"tcp://127.0.0.1:{port}"));

    public void Connect(int port) => Assert.Equal(0, LibZmq.Connect(_socket, $"tcp://127.0.0.1:{port}"));

    public void Send(params byte[][] frames)
    {
        for (var i = 0; i < frames.Length; i++)
        {
            Assert.Equal(frames[i].Length, LibZmq.Send(_socket, frames[i], (nuint)frames[i].Length, i < frames.Length - 1 ? LibZmq.SendMore : 0));
        }
    }

    public List<byte[]> Receive()
    {
        List<byte[]> frames = [];
        var buffer = new byte[1 << 20];
        Span<byte> more = stackalloc byte[sizeof(int)];
        do
        {
            var length = LibZmq.Receive(_socket, buffer, (nuint)buffer.Length, 0);
            Assert.True(length >= 0, "libzmq received nothing in time");
            frames.Add(buffer[..length]);
            nuint size = sizeof(int);
            LibZmq.GetOption(_socket, LibZmq.OptionReceiveMore, more, ref size);
        }
        while (MemoryMarshal.Read<int>(more) != 0);
        return frames;
    }

    public void Dispose()
    {
        _ = LibZmq.Close(_socket);
        _ = LibZmq.EndContext(_context);
    }
}
