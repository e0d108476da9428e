using System.Diagnostics.CodeAnalysis;
using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Client;
using Genie.Datagrams.Zones.Wire;
using Genie.Observing;

namespace Genie.Datagrams.Zones;

/// <summary>
/// A client of a world: one entity, and links to the servers of all zones near it. Messages to the entity, and those of it, arrive once and in order, whichever
/// servers it is handed to and whichever die. Safe for concurrent callers.
/// </summary>
public sealed class ZoneClient : IDisposable
{
    private readonly ZoneClientOptions _options;
    private readonly CancellationTokenSource _stop = new();
    private readonly SerialQueue _queue;
    private readonly Conversation _conversation;
    private readonly ServerLinks _links;
    private readonly ClientCore _core;
    private DatagramEndpoint? _endpoint;
    private ITimer? _timer;

    /// <summary>A client. It needs an endpoint and a position: <see cref="Start"/>.</summary>
    /// <param name="options">Settings.</param>
    /// <param name="handler">Told of what happens.</param>
    /// <exception cref="ArgumentException">A setting is out of its range.</exception>
    public ZoneClient(ZoneClientOptions options, IZoneClientHandler handler)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(handler);
        options.Check();
        _options = options;
        _queue = new SerialQueue(Report, static () => { });
        _conversation = new Conversation(options.MaxPendingMessages, options.MaxMessagesInFlight);
        _links = new ServerLinks(options, address => Peer!.Connect(_endpoint!, address.ToEndPoint(), options.HandshakeData.Span));
        _core = new ClientCore(options, _conversation, _links, handler, _queue, _stop.Token);
        Peer = new RpcPeer(new RpcOptions
        {
            Time = options.Time,
            CallTimeout = options.CallTimeout,
            RunContinuationsAsynchronously = false,
            Connected = connection => _queue.Post(() => _core.OnConnected(connection)),
            Disconnected = (connection, _) => _queue.Post(() => _core.OnDisconnected(connection)),
            ServiceFailed = (_, _, error) => Report(error),
        });
        Peer.Calls(ZoneCallsContract.Instance).Serve(ZoneEventsContract.Instance, connection => new ServerEvents(_core, _queue, connection));
    }

    /// <summary>The handler of the client's endpoint. It may call and serve further services of the application, declared before <see cref="Start"/>.</summary>
    public RpcPeer Peer { get; }

    /// <summary>Messages to the entity up to this number are kept in the store, with what they have changed.</summary>
    public long Confirmed => _conversation.Confirmed;

    /// <summary>The server that serves the entity, or null while the client looks for one.</summary>
    public DatagramAddress? Server => _core.Server;

    /// <summary>
    /// The connection with <see cref="Server"/>, or null while the client looks for one: what a generated client of the application's own service calls through to reach
    /// the server that has the entity. After a handover it is another one, so it is asked for each call, or when <see cref="IZoneClientHandler.OnServerChanged"/> says so. The
    /// client ends it itself.
    /// </summary>
    public RpcConnection? Link => _core.Link;

    /// <summary>The servers that the client is connected with.</summary>
    public IReadOnlyList<DatagramAddress> LinkedServers => _links.Connected;

    /// <summary>The connection with one of <see cref="LinkedServers"/>, such as that of a zone near the entity's.</summary>
    /// <param name="server">The server's address.</param>
    /// <param name="link">The connection. The client ends it itself, as when the server is not near any more.</param>
    /// <returns>False if the client is not connected with it.</returns>
    public bool TryGetLink(DatagramAddress server, [NotNullWhen(true)] out RpcConnection? link)
    {
        link = _links.FindConnected(server)?.Connection;
        return link is not null;
    }

    /// <summary>Begins: finds out who owns the zone at a position, and has the entity served there.</summary>
    /// <param name="endpoint">An endpoint that has <see cref="Peer"/> as its handler. It remains the caller's: it is disposed after the client.</param>
    /// <param name="position">Where the entity is.</param>
    /// <exception cref="ArgumentOutOfRangeException">The position is not on the map.</exception>
    /// <exception cref="InvalidOperationException">It has begun before.</exception>
    public void Start(DatagramEndpoint endpoint, MapPosition position)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        if (_endpoint is not null) throw new InvalidOperationException("The client has begun already: make another one.");
        _endpoint = endpoint;
        Move(position);
        _timer = _options.Time.CreateTimer(_ => _queue.Post(Tick), null, TimeSpan.Zero, _options.RefreshInterval);
    }

    /// <summary>Moves the entity. Leaves at once, may be lost, and is repeated with every refresh.</summary>
    /// <param name="position">Where it is now. Where there is no zone the servers do not follow.</param>
    /// <exception cref="ArgumentOutOfRangeException">The position is not on the map.</exception>
    public void Move(MapPosition position)
    {
        if (!position.IsOnMap) throw new ArgumentOutOfRangeException(nameof(position), position, "No such position: latitude is -90 to 90, longitude -180 to 180.");
        _queue.Post(() => _core.Move(position));
    }

    /// <summary>Sends a message to the entity: it is handled once, in order, by whichever server has the entity then.</summary>
    /// <param name="message">The message, at most <see cref="ZoneLimits.MaxMessageBytes"/>. Its bytes are the caller's again when the method returns.</param>
    /// <returns>Its number: 1, 2, 3… See <see cref="Confirmed"/>.</returns>
    /// <exception cref="ZoneException">It is larger, or <see cref="ZoneClientOptions.MaxPendingMessages"/> are not confirmed (transient).</exception>
    public long Send(ReadOnlySpan<byte> message)
    {
        var number = _conversation.Add(message);
        _queue.Post(_core.SendPending);
        return number;
    }

    /// <summary>What the client has counted so far.</summary>
    public ZoneClientStatistics GetStatistics() => new() { Pending = _conversation.Pending, Resent = _conversation.Resent, Attachments = _core.Attachments };

    /// <summary>Ends the client and its links. Messages that are not confirmed may be handled or not.</summary>
    public void Dispose()
    {
        if (_stop.IsCancellationRequested) return;
        _timer?.Dispose();
        _stop.Cancel();
        _queue.Post(_links.DisconnectAll);
        _stop.Dispose();
    }

    private void Tick()
    {
        if (!_stop.IsCancellationRequested) _core.Tick();
    }

    private void Report(Exception error)
    {
        if (error is not OperationCanceledException) Observers.Tell(_options.Failed, nameof(ZoneClientOptions.Failed), error);
    }
}
