using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace DatagramEcho;

/// <summary>
/// GameNetworkingSockets by its flat C interface. As it comes, a service thread of its own receives and does what is due, and the thread that flushes sends; there is nothing to wait
/// for that tells of a message, so that a round without one sleeps for moments. Polled, the calling thread does all of it. What a round sends is gathered (Nagle, and a flush a
/// round). It encrypts by AES-256-GCM with keys that nobody has vouched for, unless both sides require that nothing is encrypted.
/// </summary>
internal sealed unsafe class GnsPair : IEchoPair
{
    private const int BytesPerSecond = 100 * 1024 * 1024;
    private const int BufferBytes = 16 * 1024 * 1024;
    private const int BufferMessages = 100_000;
    private const int Required = 3;
    private const int WithoutAuthentication = 2;
    private const int ReceivedAtOnce = 64;
    private const int IpBytes = 16;
    private const int WaitMilliseconds = 1;
    private static readonly TimeSpan Pause = TimeSpan.FromMicroseconds(20);

    private static readonly ConcurrentDictionary<uint, GnsApi.StatusChanged> States = new();
    private static readonly Lazy<string?> Start = new(Initialize);

    private readonly nint _sockets;
    private readonly bool _isPolled;
    private readonly uint _listener;
    private readonly uint _client;
    private uint _server;
    private bool _isIdle;

    public GnsPair(bool isEncrypted, bool isPolled)
    {
        Name = $"GameNetworkingSockets, {(isPolled ? "polled" : "service thread")}, {(isEncrypted ? "encrypted" : "not encrypted")}";
        if (Start.Value is { } failure) throw new InvalidOperationException($"GameNetworkingSockets does not start: {failure}");
        _sockets = GnsApi.Sockets();
        _isPolled = isPolled;
        GnsApi.SetManualPollMode(isPolled);
        var settings = Settings(isEncrypted);
        var address = LoopbackAddress();
        fixed (GnsApi.SettingValue* values = settings)
        {
            _listener = GnsApi.Listen(_sockets, &address, settings.Length, values);
            if (_listener == 0) throw new InvalidOperationException("GameNetworkingSockets does not listen at 127.0.0.1.");
            _client = GnsApi.Connect(_sockets, &address, settings.Length, values);
        }

        if (_client == 0) throw new InvalidOperationException("GameNetworkingSockets begins no connection.");
    }

    public string Name { get; }

    public bool IsConnected => _server != 0 && StateOf(_client) == GnsApi.StateConnected && StateOf(_server) == GnsApi.StateConnected;

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void Send(ReadOnlySpan<byte> message) => SendFromClient(message, GnsApi.SendUnreliable);

    public void SendReliable(ReadOnlySpan<byte> message) => SendFromClient(message, GnsApi.SendReliable);

    public void Poll()
    {
        if (_server == 0 || !IsConnected) Connect();
        else
        {
            _ = GnsApi.Flush(_sockets, _client);
            if (_isPolled) GnsApi.Poll(_isIdle ? WaitMilliseconds : 0);
            var received = Receive(_server, isServer: true);
            if (received > 0) _ = GnsApi.Flush(_sockets, _server);
            received += Receive(_client, isServer: false);

            // Whoever asks without a pause keeps the service thread from the locks that it needs.
            _isIdle = received == 0;
            if (_isIdle && !_isPolled) ShortSleep.For(Pause);
        }
    }

    public void Dispose()
    {
        GnsApi.Close(_sockets, _client, 0, null, linger: false);
        if (_server != 0) GnsApi.Close(_sockets, _server, 0, null, linger: false);
        GnsApi.CloseListener(_sockets, _listener);
        GnsApi.RunCallbacks(_sockets);
        States.Clear();
    }

    private static string? Initialize()
    {
        var error = stackalloc byte[GnsApi.ErrorBytes];
        return GnsApi.Init(null, error) ? null : Encoding.UTF8.GetString(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(error));
    }

    private static GnsApi.SettingValue[] Settings(bool isEncrypted) =>
    [
        Int32(GnsApi.Setting.AllowWithoutAuthentication, WithoutAuthentication),
        Int32(GnsApi.Setting.Unencrypted, isEncrypted ? 0 : Required),
        Int32(GnsApi.Setting.SendRateMin, BytesPerSecond),
        Int32(GnsApi.Setting.SendRateMax, BytesPerSecond),
        Int32(GnsApi.Setting.SendBufferBytes, BufferBytes),
        Int32(GnsApi.Setting.ReceiveBufferBytes, BufferBytes),
        Int32(GnsApi.Setting.ReceiveBufferMessages, BufferMessages),
        new() { Setting = GnsApi.Setting.ConnectionStatusChanged, Kind = GnsApi.SettingKind.Pointer, Value = (nint)(delegate* unmanaged[Cdecl]<GnsApi.StatusChanged*, void>)&OnStatusChanged },
    ];

    private static GnsApi.SettingValue Int32(GnsApi.Setting setting, int value) => new() { Setting = setting, Kind = GnsApi.SettingKind.Int32, Value = value };

    private static GnsApi.Address LoopbackAddress()
    {
        GnsApi.Address address = default;
        IPAddress.Loopback.MapToIPv6().TryWriteBytes(new Span<byte>(address.Ip, IpBytes), out _);

        // It takes no port 0: the system is asked for one that is free.
        using var free = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        free.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        address.Port = (ushort)((IPEndPoint)free.LocalEndPoint!).Port;
        return address;
    }

    private static int StateOf(uint connection) => States.TryGetValue(connection, out var status) ? status.State : 0;

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void OnStatusChanged(GnsApi.StatusChanged* status) => States[status->Connection] = *status;

    private void Connect()
    {
        if (_isPolled) GnsApi.Poll(0);
        GnsApi.RunCallbacks(_sockets);
        foreach (var (connection, status) in States)
        {
            if (status.State > GnsApi.StateConnected) throw new InvalidOperationException($"GameNetworkingSockets ends a connection: {Encoding.UTF8.GetString(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(status.EndDebug))}");
            if (_server != 0 || status.Listener != _listener || status.State != GnsApi.StateConnecting) continue;
            if (GnsApi.Accept(_sockets, connection) != GnsApi.Ok) throw new InvalidOperationException("GameNetworkingSockets does not accept the connection.");
            _server = connection;
        }
    }

    private void SendFromClient(ReadOnlySpan<byte> message, int flags)
    {
        Send(_client, message, flags);
        _isIdle = false;
    }

    private void Send(uint connection, ReadOnlySpan<byte> message, int flags)
    {
        fixed (byte* bytes = message)
        {
            var result = GnsApi.Send(_sockets, connection, bytes, (uint)message.Length, flags, null);
            if (result != GnsApi.Ok) throw new InvalidOperationException($"GameNetworkingSockets does not take a message: EResult {result}.");
        }
    }

    private int Receive(uint connection, bool isServer)
    {
        var messages = stackalloc GnsApi.Message*[ReceivedAtOnce];
        var received = 0;
        int count;
        do
        {
            count = GnsApi.Receive(_sockets, connection, messages, ReceivedAtOnce);
            if (count < 0) throw new InvalidOperationException("GameNetworkingSockets' connection has ended.");
            for (var i = 0; i < count; i++)
            {
                var content = new ReadOnlySpan<byte>(messages[i]->Data, messages[i]->Length);
                if (!isServer) Echoes.Take(content);
                else if ((messages[i]->Flags & GnsApi.SendReliable) != 0) Reliable.Take(content);
                else Send(connection, content, GnsApi.SendUnreliable);
                GnsApi.Release(messages[i]);
            }

            received += count;
        }
        while (count == ReceivedAtOnce);
        return received;
    }
}
