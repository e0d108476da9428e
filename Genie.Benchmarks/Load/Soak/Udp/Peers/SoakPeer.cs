using System.Buffers.Binary;
using System.Net;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Measurement;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>One side of the soak: sends on all its connections every tick, and judges what arrives.</summary>
internal sealed class SoakPeer : IDatagramHandler, IDisposable
{
    private readonly SoakPeerStart _start;
    private readonly bool _isServer;
    private readonly DatagramOptions _options;
    private readonly SoakBook _book = new();
    private readonly LatencyRecorder _latencies = new();
    private readonly SoakClock _clock;
    private readonly Lock _gate = new();
    private readonly List<DatagramEndpoint> _endpoints = [];
    private readonly List<SoakConnection> _connections = [];
    private readonly byte[] _buffer = new byte[SoakMessage.BytesMax];
    private LatencyHistogram _latenciesBefore = new();
    private uint _nextNumber;
    private int _toReconnect;
    private volatile bool _isSending = true;
    private volatile bool _isEnding;

    private SoakPeer(SoakPeerStart start, ServerIdentity? identity)
    {
        (_start, _isServer) = (start, identity is not null);
        _options = identity is not null ? SoakEndpoints.Server(start.Plan, identity, OnHandlerFailed) : SoakEndpoints.Client(start.Plan, start.PublicKey, OnHandlerFailed);
        _clock = new SoakClock(start.Plan.RateHertz, Tick, error => _book.AddError("tick", error));
    }

    /// <summary>Connections that are there.</summary>
    public int ConnectionCount
    {
        get
        {
            lock (_gate) return _connections.Count(static connection => connection.Link.State == ConnectionState.Connected);
        }
    }

    /// <summary>Where a server listens, on 127.0.0.1.</summary>
    public int Port => _endpoints[0].LocalAddress.ToEndPoint().Port;

    /// <summary>A server, which listens at once.</summary>
    public static SoakPeer Listen(SoakPeerStart start, ServerIdentity identity)
    {
        var peer = new SoakPeer(start, identity);
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer, peer._options);
        peer._endpoints.Add(endpoint);
        endpoint.Start();
        peer._clock.Start();
        return peer;
    }

    /// <summary>Clients, which begin to connect.</summary>
    public static SoakPeer Connect(SoakPeerStart start)
    {
        var peer = new SoakPeer(start, identity: null);
        for (var i = 0; i < start.Plan.Connections; i++) peer.Connect();
        peer._clock.Start();
        return peer;
    }

    /// <summary>Sends nothing more.</summary>
    public void Stop() => _isSending = false;

    /// <summary>What was counted by now. One caller at a time.</summary>
    public SoakReading Read()
    {
        SoakConnection[] connections;
        DatagramEndpoint[] endpoints;
        lock (_gate) (connections, endpoints) = ([.. _connections], [.. _endpoints]);
        var (sent, received, anomalies) = (new long[SoakStreams.Count], new long[SoakStreams.Count], _book.Anomalies);
        foreach (var connection in connections) connection.AddTo(sent, received, ref anomalies);
        var statistics = connections.Select(static connection => connection.Link.GetStatistics()).ToArray();
        var all = _latencies.Snapshot();
        var latencies = new LatencyHistogram();
        latencies.Add(all);
        latencies.Subtract(_latenciesBefore);
        _latenciesBefore = all;
        return new SoakReading
        {
            Sent = sent,
            Received = received,
            Anomalies = anomalies,
            Notes = _book.Notes,
            SkippedTicks = _clock.Skipped,
            Refused = connections.Sum(static connection => connection.Refused),
            Traffic = SoakMeter.Sum(statistics),
            RoundTripMicroseconds = SoakMeter.MedianRoundTrip(statistics),
            Latencies = HistogramText.Write(latencies),
            Resources = SoakMeter.Resources(endpoints),
        };
    }

    /// <inheritdoc/>
    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
    {
        if (_isServer) Add(connection, BinaryPrimitives.ReadUInt32LittleEndian(handshakeData));
    }

    /// <inheritdoc/>
    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
    {
        var finding = ((SoakConnection)connection.Tag!).Receive(message, info, out var frame);
        if (finding != SoakFinding.Expected) _book.Note(FormattableString.Invariant($"{finding}: message {frame.Sequence} of channel {info.Channel} ({info.Mode}), {message.Length} bytes"));
        else if (((SoakStream)info.Channel).IsReliable()) _latencies.Record(SoakClock.NowNanoseconds - frame.IntendedSendTimeNanoseconds);
    }

    /// <inheritdoc/>
    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        if (connection.Tag is SoakConnection ended) ended.HasEnded = true;
        if (_isEnding) return;
        _book.AddDisconnect(FormattableString.Invariant($"a connection of the {(_isServer ? "server" : "clients")} ended ({reason}){(connection.EndError is { } error ? $": {error.Message}" : "")}"));
        if (!_isServer) Interlocked.Increment(ref _toReconnect);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _isEnding = true;
        _clock.Dispose();
        foreach (var endpoint in _endpoints) endpoint.Dispose();
    }

    private void Tick(long dueNanoseconds)
    {
        for (; Volatile.Read(ref _toReconnect) > 0; Interlocked.Decrement(ref _toReconnect)) Connect();
        if (!_isSending) return;
        SoakConnection[] connections;
        DatagramEndpoint[] endpoints;
        lock (_gate) (connections, endpoints) = ([.. _connections], [.. _endpoints]);
        foreach (var connection in connections)
        {
            if (!connection.HasEnded) connection.Tick(dueNanoseconds, _buffer);
        }

        foreach (var endpoint in endpoints) endpoint.Flush();
    }

    // Each has a socket of its own, and so an address: the network treats it as a machine of its own.
    private void Connect()
    {
        var number = _nextNumber++;
        Span<byte> hello = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(hello, number);
        var endpoint = DatagramEndpoint.OpenClient(this, _options, new IPEndPoint(IPAddress.Loopback, 0));
        Add(endpoint.Connect(new IPEndPoint(IPAddress.Loopback, _start.Port), hello), number);
        lock (_gate) _endpoints.Add(endpoint);
        endpoint.Start();
    }

    private void Add(DatagramConnection link, uint number)
    {
        var connection = new SoakConnection(_start.Plan, _start.Run, number, _isServer, link);
        link.Tag = connection;
        lock (_gate) _connections.Add(connection);
    }

    private void OnHandlerFailed(DatagramConnection connection, Exception error) => _book.AddError("handler", error);
}
