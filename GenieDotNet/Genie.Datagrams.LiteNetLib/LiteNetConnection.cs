using System.Diagnostics;
using Genie.Datagrams.Reliability;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>
/// A peer of LiteNetLib. Whoever sends puts it into an outbox; all that LiteNetLib is told, it is told by the one who holds the endpoint's lock. (Its channels can
/// leave what one thread adds until the next message where another one is sending.)
/// </summary>
internal sealed partial class LiteNetConnection : DatagramConnection
{
    private readonly LiteNetEndpoint _endpoint;
    private readonly DeliveryLog _deliveries = new();
    private readonly Lock _sendLock = new();
    private readonly DatagramAddress _remoteAddress;
    private volatile NetPeer? _peer;
    private volatile ConnectionState _state;
    private int _isPosted;

    /// <summary>A connection that this side opens.</summary>
    /// <param name="endpoint">Its endpoint.</param>
    /// <param name="remote">The listening endpoint's address.</param>
    /// <param name="hello">What it is asked with.</param>
    public LiteNetConnection(LiteNetEndpoint endpoint, DatagramAddress remote, byte[] hello)
    {
        (_endpoint, _remoteAddress, _hello) = (endpoint, remote, hello);
        _startedAt = Stopwatch.GetTimestamp();
        IsClient = true;
        _state = ConnectionState.Connecting;
    }

    /// <summary>A connection that this side has taken.</summary>
    /// <param name="endpoint">Its endpoint.</param>
    /// <param name="socket">The socket that it came by.</param>
    /// <param name="peer">LiteNetLib's.</param>
    /// <param name="remoteMaxMessageBytes">What the other side takes.</param>
    public LiteNetConnection(LiteNetEndpoint endpoint, LiteNetSocket socket, NetPeer peer, int remoteMaxMessageBytes)
    {
        (_endpoint, _remoteAddress, _remoteMaxMessageBytes) = (endpoint, DatagramAddress.From(peer), remoteMaxMessageBytes);
        _hello = [];
        _state = ConnectionState.Connected;
        Use(socket, peer);
    }

    public override ConnectionState State => _state;

    public override DatagramAddress RemoteAddress => _remoteAddress;

    public override DatagramEndpoint Endpoint => _endpoint;

    public override long QueuedBytes => Volatile.Read(ref _queuedBytes);

    /// <summary>True if this side has opened it.</summary>
    public bool IsClient { get; }

    /// <summary>True if it has stood, also when it has ended.</summary>
    public bool IsEstablished => !IsClient || _isEstablished;

    /// <summary>The socket that it goes by, once it has one.</summary>
    public LiteNetSocket? Socket { get; private set; }

    private DatagramOptions Options => _endpoint.Options;

    public override DeliveryState GetDelivery(long id) =>
        _deliveries.Get(id) is var known && known == DeliveryState.Pending && _state == ConnectionState.Closed ? DeliveryState.Lost : known;

    public override ConnectionStatistics GetStatistics()
    {
        var peer = _peer;
        return new ConnectionStatistics
        {
            MessagesSent = Volatile.Read(ref _lastId),
            MessagesReceived = Volatile.Read(ref _messagesReceived),
            RoundTripMicroseconds = (peer?.RoundTripTime ?? 0) * 1_000L,
            PacketsSent = peer?.Statistics.PacketsSent ?? 0,
            PacketsReceived = peer?.Statistics.PacketsReceived ?? 0,
            BytesSent = peer?.Statistics.BytesSent ?? 0,
            BytesReceived = peer?.Statistics.BytesReceived ?? 0,
            MaxDatagramBytes = peer?.Mtu ?? 0,
        };
    }

    /// <summary>True if it is not posted already: the caller posts it.</summary>
    public bool TryPost() => Interlocked.Exchange(ref _isPosted, 1) == 0;

    /// <summary>Does what was asked for since it was posted. Under the endpoint's lock, and not within what LiteNetLib calls.</summary>
    public void Advance()
    {
        Volatile.Write(ref _isPosted, 0);
        if (_state == ConnectionState.Closed) return;
        if (_peer is null) Open();
        SendWaiting();
        if (_state == ConnectionState.Closing) AdvanceClosing();
    }

    private void Use(LiteNetSocket socket, NetPeer peer)
    {
        (Socket, _peer) = (socket, peer);
        socket.Connections++;
        peer.Tag = this;
    }
}
