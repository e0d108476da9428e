using System.ComponentModel;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>
/// One UDP socket that sends from any address of this machine, of 127.0.0.0/8 above all: the source goes with each datagram (<c>IP_PKTINFO</c>, ip(7)), so that whoever
/// measures what many addresses cost does not measure as many sockets. Linux on 64 bits.
/// </summary>
internal sealed unsafe partial class SpoofingSocket : IDisposable
{
    private const int IpProtocol = 0;
    private const int PacketInfo = 8;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    private readonly byte[] _target;

    /// <summary>Opens it.</summary>
    /// <param name="target">Where to, IPv4.</param>
    public SpoofingSocket(IPEndPoint target)
    {
        _socket.Bind(new IPEndPoint(IPAddress.Any, 0));
        _target = target.Serialize().Buffer.ToArray();
    }

    /// <summary>Sends a datagram.</summary>
    /// <param name="from">The address that it comes from, in the order of the network.</param>
    /// <param name="datagram">Its bytes.</param>
    public void Send(uint from, ReadOnlySpan<byte> datagram)
    {
        // cmsg_len is without what fills the last word up, cmsg(3).
        var control = new Control { Length = (nuint)sizeof(Control) - sizeof(uint), Level = IpProtocol, Type = PacketInfo, Source = from };

        fixed (byte* target = _target, bytes = datagram)
        {
            var vector = new Vector { Base = bytes, Length = (nuint)datagram.Length };
            var message = new Message { Name = target, NameLength = (uint)_target.Length, Vectors = &vector, VectorCount = 1, Control = &control, ControlLength = (nuint)sizeof(Control) };
            if (SendMessage((int)_socket.Handle, &message, 0) < 0) throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint SendMessage(int socket, Message* message, int flags);

    /// <summary>struct iovec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Vector
    {
        public byte* Base;
        public nuint Length;
    }

    /// <summary>struct msghdr.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Message
    {
        public byte* Name;
        public uint NameLength;
        public Vector* Vectors;
        public nuint VectorCount;
        public Control* Control;
        public nuint ControlLength;
        public int Flags;
    }

    /// <summary>struct cmsghdr with a struct in_pktinfo, and what fills the last word up.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Control
    {
        public nuint Length;
        public int Level;
        public int Type;
        public uint Interface;
        public uint Source;
        public uint Destination;
        public uint Padding;
    }
}
