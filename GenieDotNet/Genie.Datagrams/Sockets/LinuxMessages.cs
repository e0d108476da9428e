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
        public byte* Control;
        public nuint ControlLength;
        public int Flags;
        public int Padding;
        public uint Length;
    }

    /// <summary>struct cmsghdr; what it tells stands behind it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct ControlHeader
    {
        public nuint Length;
        public int Level;
        public int Type;
    }
}
