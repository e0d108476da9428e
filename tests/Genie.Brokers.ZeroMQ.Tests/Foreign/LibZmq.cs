using System.Runtime.InteropServices;

namespace Genie.Brokers.ZeroMQ.Tests.Foreign;

/// <summary>libzmq itself (Debian: libzmq5): the peer that decides whether our bytes are ZMTP.</summary>
internal static partial class LibZmq
{
    public const int Dealer = 5;
    public const int Router = 6;
    public const int Pull = 7;
    public const int Push = 8;

    public const int OptionLinger = 17;
    public const int OptionReceiveTimeout = 27;
    public const int OptionSendTimeout = 28;
    public const int OptionPlainServer = 44;
    public const int OptionPlainUser = 45;
    public const int OptionPlainPassword = 46;
    public const int OptionHeartbeatInterval = 75;
    public const int OptionHeartbeatTimeout = 77;
    public const int OptionReceiveMore = 13;
    public const int SendMore = 2;

    private const string Library = "libzmq.so.5";

    public static bool IsInstalled { get; } = NativeLibrary.TryLoad(Library, out _);

    [LibraryImport(Library, EntryPoint = "zmq_ctx_new")]
    public static partial nint NewContext();

    [LibraryImport(Library, EntryPoint = "zmq_ctx_term")]
    public static partial int EndContext(nint context);

    [LibraryImport(Library, EntryPoint = "zmq_socket")]
    public static partial nint NewSocket(nint context, int type);

    [LibraryImport(Library, EntryPoint = "zmq_close")]
    public static partial int Close(nint socket);

    [LibraryImport(Library, EntryPoint = "zmq_bind", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Bind(nint socket, string endpoint);

    [LibraryImport(Library, EntryPoint = "zmq_connect", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Connect(nint socket, string endpoint);

    [LibraryImport(Library, EntryPoint = "zmq_send", SetLastError = true)]
    public static partial int Send(nint socket, ReadOnlySpan<byte> bytes, nuint length, int flags);

    [LibraryImport(Library, EntryPoint = "zmq_recv", SetLastError = true)]
    public static partial int Receive(nint socket, Span<byte> buffer, nuint length, int flags);

    [LibraryImport(Library, EntryPoint = "zmq_setsockopt")]
    public static partial int SetOption(nint socket, int option, ReadOnlySpan<byte> value, nuint length);

    [LibraryImport(Library, EntryPoint = "zmq_getsockopt")]
    public static partial int GetOption(nint socket, int option, Span<byte> value, ref nuint length);
}
