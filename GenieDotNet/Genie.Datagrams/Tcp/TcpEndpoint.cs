using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Telemetry;

namespace Genie.Datagrams.Tcp;

/// <summary>The same interface over TCP: a listener and its streams. Bytes come and go on the thread pool; the handler is called by <see cref="Poll"/>.</summary>
internal sealed class TcpEndpoint : DatagramEndpoint
{
    private const int Backlog = 512;
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(50);

    private readonly Socket? _listener;
    private readonly IDatagramHandler _handler;
    private readonly ConcurrentDictionary<TcpConnection, byte> _connections = [];
    private readonly ConcurrentQueue<TcpConnection> _ready = new();
    private readonly TcpStrangers _strangers;
    private readonly SemaphoreSlim _signal = new(0);
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _ending = new();
    private Thread? _thread;
    private long _checkedAt;
    private volatile bool _isDisposed;

    public TcpEndpoint(IPEndPoint address, IDatagramHandler handler, DatagramOptions options, bool isListening)
    {
        options.Security?.CheckForEndpoint(isListening);

        // Whoever has no certificate hears of it now, and not from clients.
        if (isListening) _ = options.Security?.Identity?.Certificate;
        Compression.MessageCompression.Check(options.Compressors);
        (_handler, Options, _strangers) = (handler, options, new TcpStrangers(options.Time));
        LocalAddress = DatagramAddress.From(address);
        if (!isListening)
        {
            Totals = DatagramTelemetry.Begin(DatagramTelemetry.Tcp);
            return;
        }

        _listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _listener.Bind(address);
            _listener.Listen(Backlog);
        }
        catch (SocketException error)
        {
            _listener.Dispose();
            throw new CannotBindEndpointException(address.ToString(), error);
        }

        LocalAddress = DatagramAddress.From((IPEndPoint)_listener.LocalEndPoint!);
        Totals = DatagramTelemetry.Begin(DatagramTelemetry.Tcp);
        _ = new TcpAcceptor(_listener.AcceptAsync, Take, _strangers.DropOldest, options.Time).RunAsync(_ending.Token);
    }

    public override DatagramAddress LocalAddress { get; }

    public override int ConnectionCount => Math.Max(0, _connections.Count - _strangers.Count);

    public override long OversizedDatagrams => 0;

    public override long PooledBytes => 0;

    /// <summary>Written by <see cref="Interlocked"/>.</summary>
    public EndpointTotals Totals { get; }

    public DatagramOptions Options { get; }

    public IDatagramHandler Handler => _handler;

    public override DatagramConnection Connect(IPEndPoint remote, ReadOnlySpan<byte> handshakeData = default)
    {
        MessageTooLargeException.ThrowIfAbove(handshakeData.Length, DatagramOptions.MaxHandshakeDataBytes);
        Options.Security?.CheckForConnecting();
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var connection = new TcpConnection(this, remote, isClient: true);
        Interlocked.Increment(ref Totals.HandshakesBegun);
        _connections.TryAdd(connection, 0);
        _ = connection.ConnectAsync(handshakeData.ToArray(), _ending.Token);
        return connection;
    }

    public override int Poll()
    {
        var count = 0;
        lock (_gate)
        {
            for (var left = _ready.Count; left > 0 && _ready.TryDequeue(out var connection); left--) count += connection.Process();
            CheckTimes();
        }

        return count;
    }

    public override void Flush()
    {
        // Every message is on its way already: the streams gather what is sent while they write.
    }

    public override void Wait(TimeSpan timeout)
    {
        if (!_ready.IsEmpty) return;
        _signal.Wait(timeout < LongestWait ? timeout : LongestWait);
    }

    public override void Start()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_thread is not null) return;
            _thread = new Thread(Run) { IsBackground = true, Name = $"datagrams over TCP {LocalAddress}" };
            _thread.Start();
        }
    }

    /// <summary>A connection has bytes to read, or has ended.</summary>
    public void Enqueue(TcpConnection connection)
    {
        _ready.Enqueue(connection);
        if (_signal.CurrentCount == 0) _signal.Release();
    }

    /// <summary>True if one more connection may be taken. Those that have not said hello do not count.</summary>
    public bool HasRoom => _connections.Keys.Count(connection => !connection.IsClient && connection.State != ConnectionState.Connecting) < Options.MaxConnections;

    /// <summary>The handshake of a connection is done.</summary>
    public void Greeted(TcpConnection connection)
    {
        Interlocked.Increment(ref Totals.HandshakesCompleted);
        Interlocked.Increment(ref Totals.Connections);
        _strangers.Remove(connection);
    }

    public void Remove(TcpConnection connection)
    {
        if (connection.IsEstablished) Interlocked.Decrement(ref Totals.Connections);
        _strangers.Remove(connection);
        _connections.TryRemove(connection, out _);
    }

    protected override void Dispose(bool disposing)
    {
        if (!disposing || _isDisposed) return;
        _isDisposed = true;
        _listener?.Dispose();
        lock (_gate)
        {
            foreach (var connection in _connections.Keys) connection.CloseNow(DisconnectReason.Local, DisconnectReason.EndpointClosed);
            DatagramTelemetry.End(Totals);
        }

        if (_thread is { } thread && thread != Thread.CurrentThread) thread.Join();
        _ending.Cancel();
        _ending.Dispose();
    }

    private void Take(Socket socket)
    {
        var connection = new TcpConnection(this, (IPEndPoint)socket.RemoteEndPoint!, isClient: false);
        Interlocked.Increment(ref Totals.HandshakesBegun);
        _connections.TryAdd(connection, 0);
        _strangers.Add(connection);
        _ = connection.RunServerAsync(socket, _ending.Token);
    }

    private void Run()
    {
        while (!_isDisposed)
        {
            if (Poll() == 0) Wait(LongestWait);
        }
    }

    /// <summary>Ten times a second: keep-alives and timeouts.</summary>
    private void CheckTimes()
    {
        var now = Options.Time.GetTimestamp();
        if (Options.Time.GetElapsedTime(_checkedAt, now) < TimeSpan.FromMilliseconds(100)) return;
        _checkedAt = now;
        foreach (var connection in _connections.Keys) connection.CheckTimes(now);
    }
}
