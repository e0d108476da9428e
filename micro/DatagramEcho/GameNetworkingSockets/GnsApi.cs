using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>
/// The functions of GameNetworkingSockets that a client and a server need: its flat interface (steam/steamnetworkingsockets_flat.h), its start (steam/steamnetworkingsockets.h), and
/// the two functions of its mode without a service thread, which the library exports and no header declares.
/// </summary>
internal static unsafe partial class GnsApi
{
    public const int ErrorBytes = 1024;
    public const int Ok = 1;
    public const int SendUnreliable = 0;
    public const int SendReliable = 8;
    public const int StateConnecting = 1;
    public const int StateConnected = 3;

    private const string Library = NativeLibraries.GameNetworkingSockets;

    /// <summary>ESteamNetworkingConfigValue.</summary>
    public enum Setting
    {
        SendBufferBytes = 9,
        SendRateMin = 10,
        SendRateMax = 11,
        AllowWithoutAuthentication = 23,
        Unencrypted = 34,
        ReceiveBufferBytes = 47,
        ReceiveBufferMessages = 48,
        ConnectionStatusChanged = 201,
    }

    /// <summary>ESteamNetworkingConfigDataType.</summary>
    public enum SettingKind
    {
        Int32 = 1,
        Pointer = 5,
    }

    [LibraryImport(Library, EntryPoint = "GameNetworkingSockets_Init")]
    [return: MarshalAs(UnmanagedType.I1)]
    public static partial bool Init(void* identity, byte* error);

    [LibraryImport(Library, EntryPoint = "SteamNetworkingSockets_SetManualPollMode")]
    public static partial void SetManualPollMode([MarshalAs(UnmanagedType.I1)] bool isManual);

    [LibraryImport(Library, EntryPoint = "SteamNetworkingSockets_Poll")]
    public static partial void Poll(int waitMillisecondsMax);

    [LibraryImport(Library, EntryPoint = "SteamAPI_SteamNetworkingSockets_v009")]
    public static partial nint Sockets();

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_CreateListenSocketIP")]
    public static partial uint Listen(nint self, Address* address, int settingCount, SettingValue* settings);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_CloseListenSocket")]
    [return: MarshalAs(UnmanagedType.I1)]
    public static partial bool CloseListener(nint self, uint listener);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_ConnectByIPAddress")]
    public static partial uint Connect(nint self, Address* address, int settingCount, SettingValue* settings);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_AcceptConnection")]
    public static partial int Accept(nint self, uint connection);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_CloseConnection")]
    [return: MarshalAs(UnmanagedType.I1)]
    public static partial bool Close(nint self, uint connection, int reason, byte* debug, [MarshalAs(UnmanagedType.I1)] bool linger);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_RunCallbacks")]
    public static partial void RunCallbacks(nint self);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_SendMessageToConnection")]
    public static partial int Send(nint self, uint connection, byte* data, uint length, int flags, long* number);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_FlushMessagesOnConnection")]
    public static partial int Flush(nint self, uint connection);

    [LibraryImport(Library, EntryPoint = "SteamAPI_ISteamNetworkingSockets_ReceiveMessagesOnConnection")]
    public static partial int Receive(nint self, uint connection, Message** messages, int messagesMax);

    [LibraryImport(Library, EntryPoint = "SteamAPI_SteamNetworkingMessage_t_Release")]
    public static partial void Release(Message* message);

    /// <summary>SteamNetworkingIPAddr: IPv6, or IPv4 mapped into it; the port in the order of the machine.</summary>
    [StructLayout(LayoutKind.Sequential, Pack = 1)]
    public struct Address
    {
        public fixed byte Ip[16];
        public ushort Port;
    }

    /// <summary>SteamNetworkingConfigValue_t.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SettingValue
    {
        public Setting Setting;
        public SettingKind Kind;
        public long Value;
    }

    /// <summary>The beginning of SteamNetworkingMessage_t up to its flags.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Message
    {
        public byte* Data;
        public int Length;
        public uint Connection;
        public fixed byte Peer[136];
        public long UserData;
        public long ReceivedMicroseconds;
        public long Number;
        public nint FreeData;
        public nint ReleaseMessage;
        public int Channel;
        public int Flags;
    }

    /// <summary>The beginning of SteamNetConnectionStatusChangedCallback_t, packed to four bytes as on Linux.</summary>
    [StructLayout(LayoutKind.Sequential, Pack = 4)]
    public struct StatusChanged
    {
        public uint Connection;
        public fixed byte Peer[136];
        public long UserData;
        public uint Listener;
        public Address Remote;
        public ushort Padding;
        public uint RemotePop;
        public uint RelayPop;
        public int State;
        public int EndReason;
        public fixed byte EndDebug[128];
    }
}
