using System.Runtime.CompilerServices;
using Genie.Datagrams.Congestion;
using Genie.Datagrams.Paths;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <summary>
/// One side of a connection over UDP: a state machine that is given datagrams and the time, and gives datagrams. All of it runs under the lock of
/// its endpoint, but for what applications call, which goes through the endpoint's inbox.
/// </summary>
internal sealed partial class UdpConnection : DatagramConnection, IMessageSink
{
    private readonly UdpEndpoint _endpoint;
    private readonly DatagramOptions _options;
    private readonly SentPackets _sent = new();
    private readonly ReceivedPackets _received = new();
    private readonly PacketWindow _seen = new();
    private readonly CubicController _congestion;
    private readonly MtuProber _mtu;
    private readonly DeliveryLog _deliveries = new();
    private readonly ReassemblyBudget _budget;
    private readonly PartialMessages _partials;
    private RoundTripEstimator _roundTrip;
    private Pacer _pacer;
    private StrongBox<DatagramAddress> _address;
    private volatile ConnectionState _state;
    private long _queuedBytes;
    private long _lastId;

    public UdpConnection(UdpEndpoint endpoint, ulong localId, in DatagramAddress address, long now)
    {
        _endpoint = endpoint;
        _options = endpoint.Options;
        LocalId = localId;
        _address = new StrongBox<DatagramAddress>(address);
        _congestion = new CubicController(PacketFormat.BaseDatagramBytes, _options.MaxQueuedBytes);
        _mtu = new MtuProber(_options.MaxDatagramBytes);
        _budget = new ReassemblyBudget(endpoint.Blocks, Math.Max(_options.MaxReassemblyBytes, 4L * _options.MaxMessageBytes), _options.MaxMessageBytes);
        _partials = new PartialMessages(_budget);
        _keepAlive = (long)_options.KeepAliveInterval.TotalMicroseconds;
        _idleTimeout = (long)_options.IdleTimeout.TotalMicroseconds;
        _maxDelay = (long)_options.MaxAcknowledgementDelay.TotalMicroseconds;
        _lastReceivedAt = _lastSentAt = now;
    }

    public override ConnectionState State => _state;

    public override DatagramAddress RemoteAddress => Volatile.Read(ref _address).Value;

    public override DatagramEndpoint Endpoint => _endpoint;

    public override long QueuedBytes => Volatile.Read(ref _queuedBytes);

    /// <summary>The id that the remote side puts into its packets.</summary>
    public ulong LocalId { get; }

    /// <summary>The id that this side puts into its packets.</summary>
    public ulong RemoteId { get; private set; }

    /// <summary>True from the end of the handshake on, when the connection has ended too.</summary>
    public bool IsEstablished { get; private set; }

    /// <summary>The handshake of the client's side, while it lasts.</summary>
    public ClientHandshake? Handshake { get; set; }

    /// <summary>The client's nonce, and at the server the address that it came from: how a repeated handshake finds its connection.</summary>
    public (DatagramAddress Address, ulong Nonce) Origin { get; init; }

    /// <summary>The server's answer to the handshake, for when it is repeated.</summary>
    public ReadOnlyMemory<byte> AcceptData { get; set; }

    /// <summary>When the endpoint has to look at the connection again, as its queue of times knows it.</summary>
    public long ScheduledAt { get; set; } = long.MaxValue;

    /// <summary>True while the connection waits for a flush.</summary>
    public bool IsDirty { get; set; }

    public override long Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        if (EndReason is { } reason) throw new ConnectionClosedException(reason, EndError);
        if (_state == ConnectionState.Closing) throw new ConnectionClosedException(DisconnectReason.Local);
        if (mode is < DeliveryMode.Unreliable or > DeliveryMode.ReliableOrdered) throw new ArgumentOutOfRangeException(nameof(mode), mode, "Choose one of the four modes.");
        var isReliable = mode >= DeliveryMode.ReliableUnordered;
        var limit = isReliable ? _options.MaxMessageBytes : Math.Min(_options.MaxMessageBytes, PacketFormat.MaxUnreliableFragments * PacketFormat.FragmentBytes);
        MessageTooLargeException.ThrowIfAbove(message.Length, limit);
        if (Volatile.Read(ref _queuedBytes) + message.Length > _options.MaxQueuedBytes)
        {
            Interlocked.Increment(ref _endpoint.Totals.MessagesDropped);
            throw new SendQueueFullException(_options.MaxQueuedBytes);
        }

        return TryEnqueueCompressed(message, mode, channel) is > 0 and var id ? id : Enqueue(message, mode, channel, isCompressed: false);
    }

    /// <summary>The id of the next message; called under the inbox's lock, so that ids are in the order of the inbox.</summary>
    public long TakeId()
    {
        var id = ++_lastId;
        _deliveries.Set(id, DeliveryState.Pending);
        return id;
    }

    public override DeliveryState GetDelivery(long id) => _deliveries.Get(id);

    public override void Disconnect(ReadOnlySpan<byte> data = default)
    {
        MessageTooLargeException.ThrowIfAbove(data.Length, DatagramOptions.MaxHandshakeDataBytes);
        if (EndReason is null) _endpoint.Post(this, data, UdpEndpoint.DisconnectMode, channel: 0);
    }

    /// <summary>The handshake is done.</summary>
    public void Establish(in HandshakeParameters remote, long roundTripSample, long now)
    {
        RemoteId = remote.Id;
        _remoteMaxDelay = remote.MaxDelay;
        _mtu.SetLimit(remote.MaxDatagramBytes);
        _compression = Compression.MessageCompression.Negotiate(_options.Compressors, remote.Compressors);
        if (roundTripSample > 0) _roundTrip.Add(roundTripSample, acknowledgementDelay: 0);
        _lastReceivedAt = now;
        _state = ConnectionState.Connected;
        IsEstablished = true;
    }

    public override ConnectionStatistics GetStatistics()
    {
        using var hold = _endpoint.Hold();
        return new ConnectionStatistics
        {
            RoundTripMicroseconds = _roundTrip.Smoothed,
            RoundTripVariationMicroseconds = _roundTrip.Variation,
            PacketsSent = _sent.Next,
            PacketsReceived = _packetsReceived,
            PacketsLost = _packetsLost,
            SpuriousLosses = _spuriousLosses,
            DuplicatesReceived = _duplicatesReceived,
            AuthenticationFailures = _protection?.Failures ?? 0,
            KeyUpdates = _protection?.KeyUpdates ?? 0,
            MessagesSent = Volatile.Read(ref _lastId),
            BytesSavedByCompression = Volatile.Read(ref _bytesSaved),
            MessagesReceived = _messagesReceived,
            BytesSent = _bytesSent,
            BytesReceived = _bytesReceived,
            CongestionWindowBytes = _congestion.WindowBytes,
            BytesInFlight = _sent.BytesInFlight,
            MaxDatagramBytes = _mtu.Current,
        };
    }
}
