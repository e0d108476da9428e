using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Genie.Datagrams.Sockets;

/// <summary>A UDP socket that receives and sends up to 64 datagrams by one call: recvmmsg(2) and sendmmsg(2).</summary>
internal sealed unsafe partial class LinuxUdpSocket : IDatagramSocket
{
    private const int Batch = 64;
    private const int DoNotWait = 0x40;

    /// <summary>MSG_TRUNC: the datagram was larger than its buffer.</summary>
    private const int Truncated = 0x20;

    /// <summary>POLLIN.</summary>
    private const short Readable = 0x1;

    private const int AddressBytes = 28;

    private readonly Socket _socket;
    private readonly int _slotBytes;
    private readonly int _addressBytes;
    private readonly MessageBatch _incoming;
    private readonly MessageBatch _outgoing;
    private int _received;
    private int _taken;
    private int _kept;

    public LinuxUdpSocket(Socket socket, DatagramOptions options)
    {
        _socket = socket;
        _slotBytes = (options.MaxDatagramBytes + 63) & ~63;
        _addressBytes = socket.AddressFamily == AddressFamily.InterNetwork ? 16 : AddressBytes;
        _incoming = new MessageBatch(_slotBytes, options.MaxDatagramBytes);
        _outgoing = new MessageBatch(_slotBytes, options.MaxDatagramBytes);
        LocalAddress = DatagramAddress.From((IPEndPoint)socket.LocalEndPoint!);
        for (var i = 0; i < Batch; i++) BitConverter.TryWriteBytes(_outgoing.AddressOf(i, _addressBytes), (ushort)(_addressBytes == AddressBytes ? 10 : 2));
    }

    public DatagramAddress LocalAddress { get; }

    public long OversizedDatagrams { get; private set; }

    public bool TryReceive(out Span<byte> datagram, out DatagramAddress from)
    {
        datagram = default;
        from = default;
        if (_taken == _received && !Fill()) return false;
        var index = _taken++;
        if ((_incoming.Headers[index].Flags & Truncated) != 0)
        {
            OversizedDatagrams++;
            return true;
        }

        datagram = new Span<byte>(_incoming.PayloadOf(index), (int)_incoming.Headers[index].Length);
        from = UdpSocket.Read(_incoming.AddressOf(index, _addressBytes));
        return true;
    }

    public void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to)
    {
        if (_kept == Batch) Flush();
        UdpSocket.Write(to, _outgoing.AddressOf(_kept, _addressBytes));
        datagram.CopyTo(new Span<byte>(_outgoing.PayloadOf(_kept), _slotBytes));
        _outgoing.Vectors[_kept].Length = (nuint)datagram.Length;
        _outgoing.Headers[_kept].NameLength = (uint)_addressBytes;
        _kept++;
    }

    public void Flush()
    {
        for (var sent = 0; sent < _kept;)
        {
            var count = SendMany(_socket.SafeHandle, _outgoing.Headers + sent, (uint)(_kept - sent), DoNotWait);

            // The first that is left was refused: full, unreachable or too large. It is lost, as on the way.
            sent += Math.Max(1, count);
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
        _socket.Dispose();
        _incoming.Dispose();
        _outgoing.Dispose();
    }

    private bool Fill()
    {
        for (var i = 0; i < _received; i++) _incoming.Headers[i].NameLength = AddressBytes;
        _taken = 0;
        _received = Math.Max(0, ReceiveMany(_socket.SafeHandle, _incoming.Headers, Batch, DoNotWait, null));
        return _received > 0;
    }

    [LibraryImport("libc", EntryPoint = "recvmmsg")]
    private static partial int ReceiveMany(SafeHandle socket, MessageHeader* messages, uint count, int flags, void* timeout);

    [LibraryImport("libc", EntryPoint = "sendmmsg")]
    private static partial int SendMany(SafeHandle socket, MessageHeader* messages, uint count, int flags);

    /// <summary>A signal ends the wait early, which every caller bears.</summary>
    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int Poll(PollDescriptor* descriptors, nuint count, TimeSpecification* timeout, void* signals);

    /// <summary>struct pollfd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short Results;
    }

    /// <summary>struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpecification
    {
        public long Seconds;
        public long Nanoseconds;
    }

    /// <summary>struct iovec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Vector
    {
        public byte* Base;
        public nuint Length;
    }

    /// <summary>struct mmsghdr of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct MessageHeader
    {
        public byte* Name;
        public uint NameLength;
        public Vector* Vectors;
        public nuint VectorCount;
        public void* Control;
        public nuint ControlLength;
        public int Flags;
        public int Padding;
        public uint Length;
    }

    /// <summary>The structures and buffers of a batch, outside of the collected heap, as they point at each other.</summary>
    private sealed class MessageBatch : IDisposable
    {
        private readonly int _slotBytes;
        private byte* _memory;

        public MessageBatch(int slotBytes, int payloadBytes)
        {
            _slotBytes = slotBytes;
            _memory = (byte*)NativeMemory.AllocZeroed((nuint)Batch, (nuint)(sizeof(MessageHeader) + sizeof(Vector) + AddressBytes + slotBytes));
            for (var i = 0; i < Batch; i++)
            {
                Vectors[i] = new Vector { Base = PayloadOf(i), Length = (nuint)payloadBytes };
                Headers[i] = new MessageHeader { Name = Addresses + (i * AddressBytes), NameLength = AddressBytes, Vectors = Vectors + i, VectorCount = 1 };
            }
        }

        public MessageHeader* Headers => (MessageHeader*)_memory;

        public Vector* Vectors => (Vector*)(_memory + (Batch * sizeof(MessageHeader)));

        private byte* Addresses => (byte*)Vectors + (Batch * sizeof(Vector));

        public byte* PayloadOf(int index) => Addresses + (Batch * AddressBytes) + (index * _slotBytes);

        public Span<byte> AddressOf(int index, int bytes) => new(Addresses + (index * AddressBytes), bytes);

        public void Dispose()
        {
            NativeMemory.Free(_memory);
            _memory = null;
        }
    }
}
