using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>The part of MsQuic's interface (msquic.h, version 2 of its table) that a client and a server with datagrams and one stream need. Linux.</summary>
internal static unsafe partial class QuicApi
{
    public const uint Version = 2;
    public const int Succeeded = 0;
    public const int Pending = -2;
    public const ushort AddressFamilyIPv4 = 2;
    public const uint ListenerLocalAddress = 0x04000000;
    public const uint ShutdownSilent = 1;
    public const uint StreamUnidirectional = 1;

    [LibraryImport(NativeLibraries.MsQuic, EntryPoint = "MsQuicOpenVersion")]
    public static partial int OpenVersion(uint version, Table** table);

    /// <summary>QUIC_CREDENTIAL_TYPE.</summary>
    public enum CredentialKind
    {
        None = 0,
        Pkcs12 = 6,
    }

    /// <summary>QUIC_CREDENTIAL_FLAGS.</summary>
    [Flags]
    public enum CredentialFlags
    {
        None = 0,
        Client = 1,
        NoCertificateValidation = 4,
    }

    /// <summary>QUIC_CONNECTION_EVENT_TYPE.</summary>
    public enum ConnectionEventKind
    {
        Connected = 0,
        ShutdownByTransport = 1,
        ShutdownByPeer = 2,
        ShutdownComplete = 3,
        PeerStreamStarted = 6,
        DatagramReceived = 11,
        DatagramSendStateChanged = 12,
    }

    /// <summary>QUIC_STREAM_EVENT_TYPE.</summary>
    public enum StreamEventKind
    {
        Receive = 1,
        SendComplete = 2,
        ShutdownComplete = 7,
    }

    /// <summary>QUIC_DATAGRAM_SEND_STATE. From <see cref="LostDiscarded"/> on they are final.</summary>
    public enum DatagramSendState
    {
        LostDiscarded = 3,
    }

    /// <summary>QUIC_API_TABLE up to what is used; every entry is the size of a pointer.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Table
    {
        public nint SetContext;
        public nint GetContext;
        public delegate* unmanaged<nint, void*, void*, void> SetCallbackHandler;
        public nint SetParameter;
        public delegate* unmanaged<nint, uint, uint*, void*, int> GetParameter;
        public delegate* unmanaged<void*, nint*, int> OpenRegistration;
        public delegate* unmanaged<nint, void> CloseRegistration;
        public delegate* unmanaged<nint, uint, ulong, void> ShutdownRegistration;
        public delegate* unmanaged<nint, Buffer*, uint, Settings*, uint, void*, nint*, int> OpenConfiguration;
        public delegate* unmanaged<nint, void> CloseConfiguration;
        public delegate* unmanaged<nint, Credential*, int> LoadCredential;
        public delegate* unmanaged<nint, void*, void*, nint*, int> OpenListener;
        public delegate* unmanaged<nint, void> CloseListener;
        public delegate* unmanaged<nint, Buffer*, uint, Address*, int> StartListener;
        public nint StopListener;
        public delegate* unmanaged<nint, void*, void*, nint*, int> OpenConnection;
        public delegate* unmanaged<nint, void> CloseConnection;
        public nint ShutdownConnection;
        public delegate* unmanaged<nint, nint, ushort, byte*, ushort, int> StartConnection;
        public delegate* unmanaged<nint, nint, int> SetConfiguration;
        public nint SendResumptionTicket;
        public delegate* unmanaged<nint, uint, void*, void*, nint*, int> OpenStream;
        public delegate* unmanaged<nint, void> CloseStream;
        public delegate* unmanaged<nint, uint, int> StartStream;
        public nint ShutdownStream;
        public delegate* unmanaged<nint, Buffer*, uint, uint, void*, int> SendStream;
        public nint CompleteReceive;
        public nint EnableReceive;
        public delegate* unmanaged<nint, Buffer*, uint, uint, void*, int> SendDatagram;
    }

    /// <summary>QUIC_BUFFER.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Buffer
    {
        public uint Length;
        public byte* Bytes;
    }

    /// <summary>QUIC_ADDR with IPv4: all in the order of the network.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 28)]
    public struct Address
    {
        [FieldOffset(0)] public ushort Family;
        [FieldOffset(2)] public ushort Port;
        [FieldOffset(4)] public uint Ip;
    }

    /// <summary>QUIC_SETTINGS: what is set here, where it stands there.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 144)]
    public struct Settings
    {
        public const ulong PeerStreamsIsSet = 1UL << 19;
        public const ulong DatagramReceiveIsSet = 1UL << 27;
        public const byte DatagramReceive = 1 << 3;

        [FieldOffset(0)] public ulong IsSet;
        [FieldOffset(96)] public ushort PeerUnidirectionalStreams;
        [FieldOffset(106)] public byte Flags;
    }

    /// <summary>QUIC_CREDENTIAL_CONFIG.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Credential
    {
        public CredentialKind Kind;
        public CredentialFlags Flags;
        public Pkcs12* Certificate;
        public nint Principal;
        public nint Reserved;
        public nint AsyncHandler;
        public uint AllowedCipherSuites;
        public nint CertificateAuthorityFile;
    }

    /// <summary>QUIC_CERTIFICATE_PKCS12.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pkcs12
    {
        public byte* Bytes;
        public uint Length;
        public nint Password;
    }

    /// <summary>QUIC_LISTENER_EVENT of a new connection, the first of its kinds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ListenerEvent
    {
        public int Kind;
        public nint Info;
        public nint Connection;
    }

    /// <summary>QUIC_CONNECTION_EVENT: what follows the kind depends on it.</summary>
    [StructLayout(LayoutKind.Explicit)]
    public struct ConnectionEvent
    {
        [FieldOffset(0)] public ConnectionEventKind Kind;
        [FieldOffset(8)] public int Status;
        [FieldOffset(8)] public nint Stream;
        [FieldOffset(8)] public Buffer* Datagram;
        [FieldOffset(8)] public void* SendContext;
        [FieldOffset(16)] public DatagramSendState SendState;
    }

    /// <summary>QUIC_STREAM_EVENT: what follows the kind depends on it.</summary>
    [StructLayout(LayoutKind.Explicit)]
    public struct StreamEvent
    {
        [FieldOffset(0)] public StreamEventKind Kind;
        [FieldOffset(16)] public void* SendContext;
        [FieldOffset(24)] public Buffer* Buffers;
        [FieldOffset(32)] public uint BufferCount;
    }
}
