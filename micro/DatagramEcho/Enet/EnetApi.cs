using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>The functions of ENet 1.3 (enet/enet.h) that a client and a server need.</summary>
internal static unsafe partial class EnetApi
{
    public const uint Reliable = 1 << 0;
    public const uint Unsequenced = 1 << 1;

    /// <summary>ENetEventType.</summary>
    public enum EventKind
    {
        None = 0,
        Connect = 1,
        Disconnect = 2,
        Receive = 3,
    }

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_initialize")]
    public static partial int Initialize();

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_linked_version")]
    public static partial uint LinkedVersion();

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_create")]
    public static partial Host* CreateHost(Address* address, nuint peersMax, nuint channelsMax, uint bytesPerSecondIn, uint bytesPerSecondOut);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_destroy")]
    public static partial void DestroyHost(Host* host);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_socket_get_address")]
    public static partial int GetAddress(int socket, Address* address);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_connect")]
    public static partial void* Connect(Host* host, Address* address, nuint channels, uint data);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_service")]
    public static partial int Service(Host* host, Event* happened, uint timeoutMilliseconds);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_check_events")]
    public static partial int CheckEvents(Host* host, Event* happened);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_host_flush")]
    public static partial void Flush(Host* host);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_packet_create")]
    public static partial Packet* CreatePacket(byte* data, nuint length, uint flags);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_packet_destroy")]
    public static partial void DestroyPacket(Packet* packet);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_peer_send")]
    public static partial int Send(void* peer, byte channel, Packet* packet);

    [LibraryImport(NativeLibraries.Enet, EntryPoint = "enet_peer_throttle_configure")]
    public static partial void ConfigureThrottle(void* peer, uint intervalMilliseconds, uint acceleration, uint deceleration);

    /// <summary>ENetAddress: the host in the order of the network, the port in that of the machine.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Address
    {
        public uint Host;
        public ushort Port;
    }

    /// <summary>The beginning of ENetHost.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Host
    {
        public int Socket;
    }

    /// <summary>ENetEvent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public EventKind Kind;
        public void* Peer;
        public byte Channel;
        public uint Data;
        public Packet* Packet;
    }

    /// <summary>The beginning of ENetPacket.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Packet
    {
        public nuint ReferenceCount;
        public uint Flags;
        public byte* Data;
        public nuint Length;
    }
}
