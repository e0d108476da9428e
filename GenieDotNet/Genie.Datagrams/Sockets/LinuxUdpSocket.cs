using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using static Genie.Datagrams.Sockets.LinuxMessages;

namespace Genie.Datagrams.Sockets;

/// <summary>
/// A UDP socket that receives and sends up to 64 datagrams by one call: recvmmsg(2) and sendmmsg(2). Those that follow each other, go to one address and have one size are one for the system
/// (<see cref="UdpSegmentation"/>).
/// </summary>
internal sealed unsafe partial class LinuxUdpSocket : IDatagramSocket
{
    private const int Batch = 64;
    private const int DoNotWait = 0x40;

    /// <summary>MSG_TRUNC: the datagram was larger than its buffer.</summary>
    private const int Truncated = 0x20;

    /// <summary>POLLIN.</summary>
    private const short Readable = 0x1;

    /// <summary>EIO, EINVAL, ENOPROTOOPT and EOPNOTSUPP: the way to that address takes no segments.</summary>
    private static readonly int[] NoSegments = [5, 22, 92, 95];

    private readonly Socket _socket;
    private readonly int _slotBytes;
    private readonly int _addressBytes;
    private readonly int _maxDatagramBytes;
    private readonly MessageBatch _incoming;
    private readonly MessageBatch _outgoing;
    private readonly DatagramAddress[] _targets = new DatagramAddress[Batch];
    private bool _isSegmenting;

    // Not the handle, which would be counted up and down for each call: nobody sends, receives and disposes at the same time.
    private int _descriptor;
    private int _received;
    private int _taken;
    private int _offset;
    private int _kept;

    public LinuxUdpSocket(Socket socket, DatagramOptions options)
    {
        _socket = socket;
        _descriptor = (int)socket.Handle;
        _maxDatagramBytes = options.MaxDatagramBytes;
        _slotBytes = (options.MaxDatagramBytes + 63) & ~63;
        _addressBytes = socket.AddressFamily == AddressFamily.InterNetwork ? 16 : MessageBatch.AddressBytes;
        _isSegmenting = UdpSegmentation.CanSend(socket);
        ControlMessages.AskForLocalAddress(socket);
        _incoming = UdpSegmentation.TryReceive(socket) ? new MessageBatch(Batch, UdpSegmentation.ReceivedBytesMax, UdpSegmentation.ReceivedBytesMax) : new MessageBatch(Batch, _slotBytes, options.MaxDatagramBytes);
        _outgoing = new MessageBatch(Batch, _slotBytes, options.MaxDatagramBytes);
        LocalAddress = DatagramAddress.From((IPEndPoint)socket.LocalEndPoint!);
        for (var i = 0; i < Batch; i++)
        {
            BitConverter.TryWriteBytes(_outgoing.AddressOf(i, _addressBytes), (ushort)(_addressBytes == MessageBatch.AddressBytes ? 10 : 2));
            Expect(i);
        }
    }

    public DatagramAddress LocalAddress { get; }

    public long OversizedDatagrams { get; private set; }

    public bool TryReceive(out Span<byte> datagram, out DatagramAddress from)
    {
        datagram = default;
        from = default;
        if (_taken == _received && (IsDrained() || !Fill())) return false;
        var index = _taken;
        var all = (int)_incoming.Headers[index].Length;
        ControlMessages.Read(_incoming.ControlOf(index), (int)_incoming.Headers[index].ControlLength, out var bytes, out var local);
        var segment = new Span<byte>(_incoming.PayloadOf(index) + _offset, bytes == 0 ? all : Math.Min(bytes, all - _offset));
        _offset += segment.Length;
        if (_offset >= all) (_taken, _offset) = (_taken + 1, 0);
        if (segment.Length > _maxDatagramBytes || (_incoming.Headers[index].Flags & Truncated) != 0)
        {
            OversizedDatagrams++;
            return true;
        }

        datagram = segment;
        from = UdpSocket.Read(_incoming.AddressOf(index, _addressBytes)) with { Local = local };
        return true;
    }

    public void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to)
    {
        if (_kept == Batch) Flush();
        UdpSocket.Write(to, _outgoing.AddressOf(_kept, _addressBytes));
        datagram.CopyTo(new Span<byte>(_outgoing.PayloadOf(_kept), _slotBytes));
        _outgoing.Vectors[_kept].Length = (nuint)datagram.Length;
        _targets[_kept++] = to;
    }

    public void Flush()
    {
        var headers = 0;
        for (var first = 0; first < _kept; headers++)
        {
            var count = SegmentsAt(first);
            _outgoing.Point(headers, first, count, _addressBytes, _targets[first]);
            first += count;
        }

        for (var sent = 0; sent < headers;)
        {
            var count = SendMany(_descriptor, _outgoing.Headers + sent, (uint)(headers - sent), DoNotWait);
            if (count > 0) sent += count;

            // The first that is left was refused: full, unreachable or too large. It is lost, as on the way.
            else if (_outgoing.Headers[sent++] is { VectorCount: > 1 } segments) SendSingly(segments, Marshal.GetLastPInvokeError());
        }

        _kept = 0;
    }

    public void Wait(TimeSpan timeout)
    {
        if (_taken != _received) return;

        // Not the runtime's: that one counts in milliseconds, so that whoever waits for what is due in less of it would spin.
        var time = new TimeSpecification { Seconds = timeout.Ticks / TimeSpan.TicksPerSecond, Nanoseconds = timeout.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick };
        var handle = _socket.SafeHandle;
        var isHeld = false;
        try
        {
            handle.DangerousAddRef(ref isHeld);
            var descriptor = new PollDescriptor { Descriptor = (int)handle.DangerousGetHandle(), Events = Readable };

            // Whatever ended the wait, what is there is looked at next.
            _ = Poll(&descriptor, 1, timeout < TimeSpan.Zero ? null : &time, null);
        }
        finally
        {
            if (isHeld) handle.DangerousRelease();
        }
    }

    public void Dispose()
    {
        // Its number may be another's from now on.
        _descriptor = -1;
        _socket.Dispose();
        _incoming.Dispose();
        _outgoing.Dispose();
    }

    /// <summary>A batch that was not full was all there was: another call now would mostly find nothing. What has come meanwhile is there at the next look.</summary>
    private bool IsDrained()
    {
        var isDrained = _received is > 0 and < Batch;
        for (var i = 0; i < _received; i++) Expect(i);
        (_taken, _received) = (0, 0);
        return isDrained;
    }

    private bool Fill()
    {
        _received = Math.Max(0, ReceiveMany(_descriptor, _incoming.Headers, Batch, DoNotWait, null));
        return _received > 0;
    }

    /// <summary>The system writes into these what it has filled.</summary>
    private void Expect(int index)
    {
        _incoming.Headers[index].NameLength = MessageBatch.AddressBytes;
        _incoming.Headers[index].Control = _incoming.ControlOf(index);
        _incoming.Headers[index].ControlLength = ControlMessages.Bytes;
    }

    /// <summary>How many of those that are kept go as one from the first on: to one address and of one size, but for a shorter last one.</summary>
    private int SegmentsAt(int first)
    {
        var bytes = _outgoing.Vectors[first].Length;
        if (!_isSegmenting || bytes == 0) return 1;
        var (count, total) = (1, bytes);
        while (first + count < _kept && _outgoing.Vectors[first + count - 1].Length == bytes)
        {
            var next = _outgoing.Vectors[first + count].Length;
            if (next == 0 || next > bytes || total + next > UdpSegmentation.SentBytesMax) break;
            if (_targets[first + count] != _targets[first] || _targets[first + count].Local != _targets[first].Local) break;
            (count, total) = (count + 1, total + next);
        }

        return count;
    }

    private void SendSingly(MessageHeader segments, int error)
    {
        if (NoSegments.Contains(error)) _isSegmenting = false;
        var count = (int)segments.VectorCount;
        var first = segments.Vectors;
        segments.VectorCount = 1;
        segments.ControlLength = (nuint)ControlMessages.WriteLocal(segments.Control, _targets[(int)(first - _outgoing.Vectors)]);
        if (segments.ControlLength == 0) segments.Control = null;
        for (var i = 0; i < count; i++)
        {
            segments.Vectors = first + i;
            _ = SendMany(_descriptor, &segments, 1, DoNotWait);
        }
    }

    [LibraryImport("libc", EntryPoint = "recvmmsg")]
    private static partial int ReceiveMany(int socket, MessageHeader* messages, uint count, int flags, void* timeout);

    [LibraryImport("libc", EntryPoint = "sendmmsg", SetLastError = true)]
    private static partial int SendMany(int socket, MessageHeader* messages, uint count, int flags);

    /// <summary>A signal ends the wait early, which every caller bears.</summary>
    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int Poll(PollDescriptor* descriptors, nuint count, TimeSpecification* timeout, void* signals);
}
