using System.Net;
using Microsoft.Win32.SafeHandles;

namespace Genie.Faults;

/// <summary>A network device whose packets are read and written by this process.</summary>
internal sealed class TunDevice(SafeFileHandle handle, int packetBytesMax) : IDisposable
{
    /// <summary>Of IPv4 and UDP, which a datagram's payload is smaller by.</summary>
    public const int HeaderBytes = 28;

    // How long an end is waited for at most.
    private const int PollMilliseconds = 100;
    private const string Name = "path";
    private const int Version4 = 4;
    private static readonly IPAddress Netmask = new([255, 255, 255, 0]);

    /// <summary>Makes one in the network of the calling thread.</summary>
    public static TunDevice Open(IPAddress address, int packetBytesMax)
    {
        var handle = LinuxNetwork.OpenTun(Name);
        try
        {
            LinuxNetwork.Configure(Name, address, Netmask, packetBytesMax);
            return new TunDevice(handle, packetBytesMax);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    /// <summary>Reads what the kernel sends by it, until the end.</summary>
    public void ReadAll(PacketAction take, CancellationToken ended)
    {
        var packet = new byte[packetBytesMax];
        while (!ended.IsCancellationRequested)
        {
            if (!LinuxNetwork.WaitReadable(handle, PollMilliseconds)) continue;
            var length = LinuxNetwork.Read(handle, packet);

            // What IPv6 sends unasked, to find routers, is nobody's here.
            if (length > 0 && packet[0] >> 4 == Version4) take(packet.AsSpan(0, length));
        }
    }

    /// <summary>Lets a packet arrive by it.</summary>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> packet, CancellationToken cancellationToken)
    {
        LinuxNetwork.Write(handle, packet.Span);
        return ValueTask.CompletedTask;
    }

    public void Dispose() => handle.Dispose();

    /// <summary>Takes a packet, whose bytes are valid until it returns.</summary>
    public delegate void PacketAction(ReadOnlySpan<byte> packet);
}
