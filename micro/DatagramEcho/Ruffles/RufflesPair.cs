using System.Net;
using Ruffles.Channeling;
using Ruffles.Configuration;
using Ruffles.Connections;
using Ruffles.Core;
using Ruffles.Utils;

namespace DatagramEcho;

/// <summary>
/// Ruffles: each socket has a thread that receives and one that does what is due, and events wait in a queue until they are polled. Messages are not merged, as merged ones leave only when
/// the second thread comes round.
/// </summary>
internal sealed class RufflesPair : IEchoPair
{
    private const byte UnreliableChannel = 0;
    private const byte ReliableChannel = 1;
    private const int WaitMilliseconds = 1;

    private readonly RuffleSocket _server = new(Configuration());
    private readonly RuffleSocket _client = new(Configuration());
    private readonly WaitHandle[] _events;
    private readonly Connection _link;
    private byte[] _outgoing = [];

    public RufflesPair()
    {
        Logging.CurrentLogLevel = LogLevel.Error;
        if (!_server.Start() || !_client.Start()) throw new InvalidOperationException("Ruffles opens no socket at 127.0.0.1.");
        _events = [_server.SyncronizationEvent, _client.SyncronizationEvent];
        _link = _client.Connect(new IPEndPoint(IPAddress.Loopback, _server.LocalIPv4EndPoint.Port));
    }

    public string Name { get; } = $"Ruffles {typeof(RuffleSocket).Assembly.GetName().Version?.ToString(3)}";

    public bool IsConnected => _link.State == ConnectionState.Connected;

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void Send(ReadOnlySpan<byte> message) => Send(message, UnreliableChannel);

    public void SendReliable(ReadOnlySpan<byte> message) => Send(message, ReliableChannel);

    public void Poll()
    {
        if (!Handle(_server, isServer: true) & !Handle(_client, isServer: false)) WaitHandle.WaitAny(_events, WaitMilliseconds);
    }

    public void Dispose()
    {
        _client.Shutdown();
        _server.Shutdown();
    }

    private static SocketConfig Configuration() => new()
    {
        IPv4ListenAddress = IPAddress.Loopback,
        UseIPv6Dual = false,
        ChannelTypes = [ChannelType.UnreliableRaw, ChannelType.ReliableSequencedFragmented],
        ChallengeDifficulty = 1,
        LogicDelay = 1,
        EnablePacketMerging = false,
        EnableSyncronizedCallbacks = false,
        EnableAckNotifications = false,
        EnableBandwidthTracking = false,
    };

    private void Send(ReadOnlySpan<byte> message, byte channel)
    {
        if (_outgoing.Length < message.Length) _outgoing = new byte[message.Length];
        message.CopyTo(_outgoing);
        if (!_link.Send(new ArraySegment<byte>(_outgoing, 0, message.Length), channel, noMerge: true, notificationKey: 0)) throw new InvalidOperationException($"Ruffles' connection is {_link.State}.");
    }

    private bool Handle(RuffleSocket socket, bool isServer)
    {
        var any = false;
        for (var happened = socket.Poll(); happened.Type != NetworkEventType.Nothing; happened = socket.Poll())
        {
            any = true;
            if (happened.Type is NetworkEventType.Disconnect or NetworkEventType.Timeout) throw new InvalidOperationException($"Ruffles' connection has ended: {happened.Type}.");
            if (happened.Type == NetworkEventType.Data)
            {
                if (!isServer) Echoes.Take(happened.Data);
                else if (happened.ChannelId == ReliableChannel) Reliable.Take(happened.Data);
                else happened.Connection.Send(happened.Data, UnreliableChannel, noMerge: true, notificationKey: 0);
            }

            happened.Recycle();
        }

        return any;
    }
}
