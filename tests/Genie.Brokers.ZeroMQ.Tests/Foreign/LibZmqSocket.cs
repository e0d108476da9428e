using System.Runtime.InteropServices;
using System.Text;

namespace Genie.Brokers.ZeroMQ.Tests.Foreign;

/// <summary>A libzmq socket with a context of its own; calls give up after 30 s instead of hanging the tests.</summary>
internal sealed class LibZmqSocket : IDisposable
{
    private const int GiveUpMilliseconds = 30_000;

    // POSIX: a blocked call ended early because a signal came, as .NET sends to a thread whose garbage it collects.
    private const int Interrupted = 4;
    private readonly nint _context = LibZmq.NewContext();
    private readonly nint _socket;
    private readonly byte[] _buffer = new byte[1 << 20];

    public LibZmqSocket(int type)
    {
        _socket = LibZmq.NewSocket(_context, type);
        Set(LibZmq.OptionLinger, 5000);
        Set(LibZmq.OptionReceiveTimeout, GiveUpMilliseconds);
        Set(LibZmq.OptionSendTimeout, GiveUpMilliseconds);

        // libzmq's own timeout is one interval: a link on a busy machine would be given up, and what is on it lost.
        Set(LibZmq.OptionHeartbeatTimeout, GiveUpMilliseconds);
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
            var (frame, flags) = (frames[i], i < frames.Length - 1 ? LibZmq.SendMore : 0);
            Assert.Equal(frame.Length, Uninterrupted("sent", () => LibZmq.Send(_socket, frame, (nuint)frame.Length, flags)));
        }
    }

    public List<byte[]> Receive()
    {
        List<byte[]> frames = [];
        Span<byte> more = stackalloc byte[sizeof(int)];
        do
        {
            var length = Uninterrupted("received", () => LibZmq.Receive(_socket, _buffer, (nuint)_buffer.Length, 0));
            frames.Add(_buffer[..length]);
            nuint size = sizeof(int);
            LibZmq.GetOption(_socket, LibZmq.OptionReceiveMore, more, ref size);
        }
        while (MemoryMarshal.Read<int>(more) != 0);
        return frames;
    }

    private static int Uninterrupted(string done, Func<int> call)
    {
        int result;
        do result = call();
        while (result < 0 && Marshal.GetLastPInvokeError() == Interrupted);
        Assert.True(result >= 0, $"libzmq {done} nothing in {GiveUpMilliseconds} ms: errno {Marshal.GetLastPInvokeError()}");
        return result;
    }

    public void Dispose()
    {
        _ = LibZmq.Close(_socket);
        _ = LibZmq.EndContext(_context);
    }
}
