using System.Runtime.InteropServices;

namespace Genie.Datagrams.Sockets;

/// <summary>The structures of 64-bit Linux that <see cref="LinuxUdpSocket"/> hands over.</summary>
internal static unsafe class LinuxMessages
{
    /// <summary>struct pollfd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short Results;
    }

    /// <summary>struct timespec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpecification
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

    /// <summary>struct mmsghdr.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct MessageHeader
    {
        public byte* Name;
        public uint NameLength;
        public Vector* Vectors;
        public nuint VectorCount;
        public SegmentControl* Control;
        public nuint ControlLength;
        public int Flags;
        public int Padding;
        public uint Length;
    }

    /// <summary>struct cmsghdr with the size of segments: two bytes of it for <c>UDP_SEGMENT</c>, four of <c>UDP_GRO</c>.</summary>
    [StructLayout(LayoutKind.Explicit, Size = Bytes)]
    internal struct SegmentControl
    {
        public const int Bytes = 24;
        public const int HeaderBytes = 16;

        [FieldOffset(0)]
        public nuint Length;

        [FieldOffset(8)]
        public int Level;

        [FieldOffset(12)]
        public int Type;

        [FieldOffset(HeaderBytes)]
        public ushort SentBytes;

        [FieldOffset(HeaderBytes)]
        public int ReceivedBytes;
    }
}
