using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams.Memory;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;
using Genie.Datagrams.Security;
using Genie.Datagrams.Sockets;
using Genie.Datagrams.Telemetry;

namespace Genie.Datagrams.Udp;

/// <summary>
/// A UDP socket with its connections. Everything runs under one lock, held by whoever polls or flushes; what applications send goes into an inbox
/// that is emptied under the lock, so that a handler may send through another endpoint while that one's handler sends through this.
/// </summary>
internal sealed partial class UdpEndpoint : DatagramEndpoint
{
    /// <summary>In the inbox, for what is not a message but the end of the connection.</summary>
    public const DeliveryMode DisconnectMode = 0;

    private const int DatagramsAPoll = 1_024;

    private readonly IDatagramSocket _socket;
    private readonly IDatagramHandler _handler;
    private readonly bool _isListening;
    private readonly Lock _gate = new();
    private readonly EndpointClock _clock;
    private readonly List<UdpConnection> _dirty = [];
    private readonly PriorityQueue<UdpConnection, long> _due = new();
    private readonly HandshakeCookie _cookies = new();
    private readonly StatelessReplies _replies = new();
    private volatile bool _isDisposed;

    public UdpEndpoint(IDatagramSocket socket, IDatagramHandler handler, DatagramOptions options, bool isListening)
    {
        (_socket, _handler, Options, _isListening) = (socket, handler, options, isListening);
        options.Security?.CheckForEndpoint(isListening);
        Compression.MessageCompression.Check(options.Compressors);
        if (options.Security is { } security) Resets = new StatelessResets(security.ResetKey.Span);
        _pending = new PendingHandshakes((long)options.ConnectTimeout.TotalMicroseconds);
        _clock = new EndpointClock(options.Time);
        PacketBuffer = new byte[options.MaxDatagramBytes];
        Totals = DatagramTelemetry.Begin(DatagramTelemetry.Udp);
    }

    public override DatagramAddress LocalAddress => _socket.LocalAddress;

    public override int ConnectionCount => _connectionCount;

    public override long OversizedDatagrams => _socket.OversizedDatagrams;

    public override long PooledBytes
    {
        get
        {
            lock (_gate) return Blocks.KeptBytes + Pool.KeptBytes;
        }
    }

    public DatagramOptions Options { get; }

    /// <summary>Written under the lock.</summary>
    public EndpointTotals Totals { get; }

    /// <summary>Where packets are made; one at a time.</summary>
    public byte[] PacketBuffer { get; }

    public BlockPool Blocks { get; } = new();

    public OutgoingPool Pool { get; } = new();

    /// <summary>When something is due, microseconds of this endpoint's clock, or <see cref="long.MaxValue"/>.</summary>
    public long NextDue
    {
        get
        {
            lock (_gate)
            {
                if (!_replies.IsEmpty) return _clock.Now;
                return _due.TryPeek(out _, out var due) ? due : long.MaxValue;
            }
        }
    }

    public override DatagramConnection Connect(IPEndPoint remote, ReadOnlySpan<byte> handshakeData = default)
    {
        MessageTooLargeException.ThrowIfAbove(handshakeData.Length, DatagramOptions.MaxHandshakeDataBytes);
        Options.Security?.CheckForConnecting();
        var address = DatagramAddress.From(remote);
        if (address.IsIPv4 != LocalAddress.IsIPv4) throw new AddressFamilyMismatchException(LocalAddress.ToEndPoint(), remote);
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            var now = _clock.Now;
            var nonce = NewNonce();
            var connection = new UdpConnection(this, ReserveId(), address, now) { Origin = (default, nonce) };
            var keys = Options.Security is { } security ? new ClientKeys(security, nonce) : null;
            connection.Handshake = new ClientHandshake(this, connection, nonce, handshakeData.ToArray(), keys, now);
            Add(connection);
            _handshakes.Add(connection.Handshake.Nonce, connection);
            Totals.HandshakesBegun++;
            connection.OnTimer(now);
            _socket.Flush();
            return connection;
        }
    }

    public override int Poll()
    {
        var count = 0;
        lock (_gate)
        {
            if (_isDisposed) return 0;
            var now = _clock.Now;
            while (count < DatagramsAPoll && !_isDisposed && _socket.TryReceive(out var datagram, out var from))
            {
                count++;
                Totals.DatagramsReceived++;
                Totals.BytesReceived += datagram.Length;
                OnDatagram(datagram, from, now);
            }

            while (!_isDisposed && _due.TryPeek(out var connection, out var due) && due <= now)
            {
                _due.Dequeue();
                if (connection.ScheduledAt != due) continue;
                connection.ScheduledAt = long.MaxValue;
                connection.OnTimer(now);
            }

            _pending.Expire(now);
            if (_isDisposed)
            {
                // A handler has disposed the endpoint: what it stands on goes when it has returned.
                _socket.Dispose();
                return count;
            }

            FlushHeld(now);
            if (!_isDisposed && !_replies.IsEmpty)
            {
                ReplyToOne(now);
                _socket.Flush();
            }
        }

        if (Volatile.Read(ref _firstPosted) is not null) Flush();
        return count;
    }

    public override void Flush()
    {
        // Whoever holds the lock looks into the inbox again after he has let go: nothing stays there.
        while (Volatile.Read(ref _firstPosted) is not null && _gate.TryEnter())
        {
            try
            {
                if (_isDisposed) return;
                FlushHeld(_clock.Now);
                if (_isDisposed) _socket.Dispose();
            }
            finally
            {
                _gate.Exit();
            }
        }
    }

    public override void Wait(TimeSpan timeout)
    {
        if (_isDisposed) return;
        var due = NextDue;
        var left = due == long.MaxValue ? timeout : TimeSpan.FromMicroseconds(Math.Max(0, due - _clock.Now));
        _socket.Wait(left < timeout ? left : timeout);
    }

    /// <summary>Looks at a connection again at a time, if none earlier is set.</summary>
    public void Schedule(UdpConnection connection, long due)
    {
        if (due >= connection.ScheduledAt) return;
        connection.ScheduledAt = due;
        _due.Enqueue(connection, due);
    }

    public void MarkDirty(UdpConnection connection)
    {
        if (connection.IsDirty) return;
        connection.IsDirty = true;
        _dirty.Add(connection);
    }

    public void SendDatagram(ReadOnlySpan<byte> datagram, in DatagramAddress to)
    {
        Totals.DatagramsSent++;
        Totals.BytesSent += datagram.Length;
        _socket.Send(datagram, to);
    }

    /// <summary>Keeps the state still for a reader.</summary>
    public Lock.Scope Hold() => _gate.EnterScope();

    protected override void Dispose(bool disposing)
    {
        if (!disposing || _isDisposed) return;
        var isInHandler = _gate.IsHeldByCurrentThread;
        lock (_gate)
        {
            if (_isDisposed) return;
            var now = _clock.Now;
            TakePosted(now);
            foreach (var connection in _slots.ToArray()) connection?.CloseNow(DisconnectReason.Local, DisconnectReason.EndpointClosed, now);
            _socket.Flush();
            _isDisposed = true;
            DatagramTelemetry.End(Totals);
        }

        if (isInHandler) return;
        StopThread();
        _socket.Dispose();
    }

    private static ulong NewNonce()
    {
        Span<byte> nonce = stackalloc byte[sizeof(ulong)];
        RandomNumberGenerator.Fill(nonce);
        return BitConverter.ToUInt64(nonce);
    }

    private void FlushHeld(long now)
    {
        do
        {
            TakePosted(now);

            // Handlers of ended connections may make more of them dirty.
            for (var i = 0; i < _dirty.Count && !_isDisposed; i++)
            {
                _dirty[i].IsDirty = false;
                _dirty[i].Flush(now);
            }

            _dirty.Clear();
        }
        while (Volatile.Read(ref _firstPosted) is not null && !_isDisposed);
        if (!_isDisposed) _socket.Flush();
    }
}
