using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Telemetry;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>
/// An endpoint over LiteNetLib: one socket that takes connections, and as many others as it has connections to the same address, since LiteNetLib has one between two addresses. Everything
/// that touches LiteNetLib runs under one lock; who sends while another one has it leaves the work to that one.
/// </summary>
internal sealed partial class LiteNetEndpoint : DatagramEndpoint
{
    // LiteNetLib sends again after 25 ms and more.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestIdleWait = TimeSpan.FromMilliseconds(50);

    private readonly IPEndPoint _address;
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<LiteNetConnection, byte> _connections = [];
    private readonly ConcurrentQueue<LiteNetConnection> _posted = new();
    private readonly List<LiteNetSocket> _dirty = [];
    private readonly bool _isListening;
    private volatile LiteNetSocket[] _sockets;
    private Thread? _thread;
    private long _checkedAt;
    private volatile bool _isDisposed;

    public LiteNetEndpoint(IPEndPoint address, IDatagramHandler handler, DatagramOptions options, bool isListening)
    {
        (_address, Handler, Options, _isListening) = (address, handler, options, isListening);
        var first = LiteNetSocket.Open(address, new LiteNetListener(this, isListening), options);
        Counters = new EndpointCounters(options.TransportName);
        LocalAddress = DatagramAddress.From(first.LocalEndPoint);
        _sockets = [first];
    }

    public override DatagramAddress LocalAddress { get; }

    public override int ConnectionCount => Volatile.Read(ref _established);

    public override long OversizedDatagrams => 0;

    public override long PooledBytes => _sockets.Sum(static socket => (long)socket.PoolCount * LiteNetSocket.DatagramBytes);

    public DatagramOptions Options { get; }

    public IDatagramHandler Handler { get; }

    /// <summary>What the endpoint reports.</summary>
    public EndpointCounters Counters { get; }

    /// <summary>Messages handed over so far; under the lock.</summary>
    public long Received { get; set; }

    public override DatagramConnection Connect(IPEndPoint remote, ReadOnlySpan<byte> handshakeData = default)
    {
        ArgumentNullException.ThrowIfNull(remote);
        MessageTooLargeException.ThrowIfAbove(handshakeData.Length, DatagramOptions.MaxHandshakeDataBytes);
        if (remote.AddressFamily != AddressFamily.InterNetwork && !DatagramAddress.From(remote).IsIPv4) throw new AddressFamilyMismatchException(LocalAddress.ToEndPoint(), remote);
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var connection = new LiteNetConnection(this, DatagramAddress.From(remote), LiteNetFormat.Hello(Options.MaxMessageBytes, handshakeData));
        Counters.HandshakeBegun();
        _connections.TryAdd(connection, 0);
        Post(connection, isUrgent: true);
        return connection;
    }

    public override int Poll()
    {
        int count;
        lock (_gate)
        {
            if (_isDisposed) return 0;
            var before = Received;
            foreach (var socket in _sockets) socket.PollEvents();
            TakePosted();
            if (!_isDisposed) CheckTimes();
            UpdateAll();
            TellEnded();
            count = (int)(Received - before);
        }

        Flush();
        return count;
    }

    public override void Flush()
    {
        // In a handler the poll around it does it. Whoever has the lock looks again after he has let go: nothing stays there.
        while (!_posted.IsEmpty && !_gate.IsHeldByCurrentThread && _gate.TryEnter())
        {
            try
            {
                TakePosted();
                foreach (var socket in _dirty) socket.Update();
                _dirty.Clear();
            }
            finally
            {
                _gate.Exit();
            }
        }
    }

    public override void Wait(TimeSpan timeout)
    {
        if (_isDisposed || !_posted.IsEmpty) return;
        var longest = _connections.IsEmpty ? LongestIdleWait : LongestWait;
        LiteNetSocket.Wait(_sockets, timeout < longest ? timeout : longest);
    }

    public override void Start()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_thread is not null) return;
            _thread = new Thread(Run) { IsBackground = true, Name = $"datagrams over LiteNetLib {LocalAddress}" };
            _thread.Start();
        }
    }

    /// <summary>A connection has something to do.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="isUrgent">True: at once, if nobody has the lock.</param>
    public void Post(LiteNetConnection connection, bool isUrgent)
    {
        if (connection.TryPost()) _posted.Enqueue(connection);
        if (isUrgent) Flush();
    }

    /// <summary>A socket has something to send.</summary>
    public void MarkDirty(LiteNetSocket socket)
    {
        if (socket.IsDirty) return;
        socket.IsDirty = true;
        _dirty.Add(socket);
    }

    protected override void Dispose(bool disposing)
    {
        if (!disposing || _isDisposed) return;
        var isInHandler = _gate.IsHeldByCurrentThread;
        lock (_gate)
        {
            if (_isDisposed) return;
            if (!isInHandler) SendGathered();
            _isDisposed = true;
            foreach (var connection in _connections.Keys) connection.CloseNow(DisconnectReason.Local, DisconnectReason.EndpointClosed);
            foreach (var socket in _sockets) Stop(socket);
            Counters.Dispose();
            TellEnded();
        }

        if (!isInHandler && _thread is { } thread && thread != Thread.CurrentThread) thread.Join();
    }

    private void SendGathered()
    {
        TakePosted();
        UpdateAll();
    }

    private void UpdateAll()
    {
        foreach (var socket in _sockets)
        {
            socket.Update();
            socket.Report(Counters);
        }

        _dirty.Clear();
    }

    private void TakePosted()
    {
        while (!_isDisposed && _posted.TryDequeue(out var connection)) connection.Advance();
    }

    private void Run()
    {
        while (!_isDisposed)
        {
            if (Poll() == 0) Wait(LongestIdleWait);
        }
    }
}
