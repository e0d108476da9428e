using System.ComponentModel;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Genie.Faults;

/// <summary>The calls of Linux that make a network: unshare(2), netdevice(7), and the TUN driver's (Documentation/networking/tuntap.rst). All are about the network
/// namespace of the calling thread.</summary>
internal static partial class LinuxNetwork
{
    private const int CloneNewNet = 0x40000000;

    // struct ifreq: a name, then a union.
    private const int RequestBytes = 40;
    private const int NameBytes = 16;
    private const int AddressOffset = NameBytes + 4;
    private const ushort InterNetwork = 2;

    private const nuint TunSetInterface = 0x400454ca;
    private const nuint SetFlags = 0x8914;
    private const nuint SetAddress = 0x8916;
    private const nuint SetNetmask = 0x891c;
    private const nuint SetMtu = 0x8922;
    private const nuint SetQueueLength = 0x8943;

    // A process that waits for a processor must not lose what it was not told to lose.
    private const int QueuedPackets = 8192;

    private const short TunWithoutHeader = 0x1001;
    private const short UpAndRunning = 0x41;

    private const short PollIn = 1;

    /// <summary>The calling thread has a network of its own from now on, with nothing in it but a loopback device that is down.</summary>
    public static void Unshare() => Check(UnshareNow(CloneNewNet), "unshare(CLONE_NEWNET)");

    /// <summary>A device whose packets are read and written by this process; it is gone with its handle.</summary>
    public static SafeFileHandle OpenTun(string name)
    {
        var handle = File.OpenHandle("/dev/net/tun", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        Span<byte> request = stackalloc byte[RequestBytes];
        Name(request, name);
        MemoryMarshal.Write(request[NameBytes..], TunWithoutHeader);
        try
        {
            Control(handle, TunSetInterface, request, "TUNSETIFF");
            return handle;
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    /// <summary>Gives a device its address and brings it up.</summary>
    public static void Configure(string name, IPAddress address, IPAddress netmask, int mtu)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        SetTo(socket.SafeHandle, SetAddress, name, address);
        SetTo(socket.SafeHandle, SetNetmask, name, netmask);
        Span<byte> request = stackalloc byte[RequestBytes];
        Name(request, name);
        MemoryMarshal.Write(request[NameBytes..], mtu);
        Control(socket.SafeHandle, SetMtu, request, "SIOCSIFMTU");
        MemoryMarshal.Write(request[NameBytes..], QueuedPackets);
        Control(socket.SafeHandle, SetQueueLength, request, "SIOCSIFTXQLEN");
        BringUp(socket.SafeHandle, name);
    }

    /// <summary>Brings the loopback device up, which gives it its address.</summary>
    public static void BringUpLoopback()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        BringUp(socket.SafeHandle, "lo");
    }

    /// <summary>Waits until a handle can be read; false when the time has passed.</summary>
    public static bool WaitReadable(SafeFileHandle handle, int timeoutMilliseconds)
    {
        var isHeld = false;
        try
        {
            handle.DangerousAddRef(ref isHeld);
            var wanted = new Poll { Handle = (int)handle.DangerousGetHandle(), Events = PollIn };
            return PollHandles(ref wanted, 1, timeoutMilliseconds) > 0;
        }
        finally
        {
            if (isHeld) handle.DangerousRelease();
        }
    }

    /// <summary>Reads one packet.</summary>
    public static int Read(SafeFileHandle handle, Span<byte> packet) => (int)ReadOnce(handle, ref MemoryMarshal.GetReference(packet), (nuint)packet.Length);

    /// <summary>Writes one packet; one that the kernel does not take is lost, as packets may be.</summary>
    public static void Write(SafeFileHandle handle, ReadOnlySpan<byte> packet) => WriteOnce(handle, in MemoryMarshal.GetReference(packet), (nuint)packet.Length);

    private static void SetTo(SafeHandle socket, nuint request, string name, IPAddress address)
    {
        Span<byte> bytes = stackalloc byte[RequestBytes];
        Name(bytes, name);
        MemoryMarshal.Write(bytes[NameBytes..], InterNetwork);
        address.TryWriteBytes(bytes[AddressOffset..], out _);
        Control(socket, request, bytes, $"the address of {name}");
    }

    private static void BringUp(SafeHandle socket, string name)
    {
        Span<byte> request = stackalloc byte[RequestBytes];
        Name(request, name);
        MemoryMarshal.Write(request[NameBytes..], UpAndRunning);
        Control(socket, SetFlags, request, $"bringing up {name}");
    }

    private static void Name(Span<byte> request, string name)
    {
        request.Clear();
        Encoding.ASCII.GetBytes(name, request[..(NameBytes - 1)]);
    }

    private static void Control(SafeHandle handle, nuint request, Span<byte> argument, string what) => Check(ControlDevice(handle, request, ref MemoryMarshal.GetReference(argument)), what);

    private static void Check(int result, string what)
    {
        if (result >= 0) return;
        var error = new Win32Exception(Marshal.GetLastPInvokeError());
        throw new IOException($"{what}: {error.Message}", error);
    }

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    private static partial int UnshareNow(int flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int ControlDevice(SafeHandle handle, nuint request, ref byte argument);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadOnce(SafeFileHandle handle, ref byte buffer, nuint bytes);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WriteOnce(SafeFileHandle handle, in byte buffer, nuint bytes);

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int PollHandles(ref Poll wanted, nuint count, int timeoutMilliseconds);

    [StructLayout(LayoutKind.Sequential)]
    private struct Poll
    {
        public int Handle;
        public short Events;
        public short Returned;
    }
}
