using System.Collections.Frozen;
using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Serving;
using Genie.Datagrams.Zones.Telemetry;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones;

/// <summary>
/// Serves the entities of the zones that it owns. <see cref="Peer"/> is the handler of its endpoint, which takes clients and other servers and connects
/// to other servers. Safe for concurrent callers.
/// </summary>
public sealed class ZoneServer : IAsyncDisposable
{
    private static readonly TimeSpan StopInterval = TimeSpan.FromMilliseconds(50);

    private readonly ServerContext _context;
    private readonly Dictionary<RpcConnection, ClientLink> _links = [];
    private Leases? _leases;
    private ITimer? _timer;
    private ZoneServerInfo? _self;

    /// <summary>A server. Before it owns anything it needs an endpoint: <see cref="Start"/>.</summary>
    /// <param name="options">Settings.</param>
    /// <param name="directory">Says who owns what; all servers of a world have the same.</param>
    /// <param name="store">Keeps entities; all servers of a world have the same.</param>
    /// <param name="handler">What the world does.</param>
    /// <exception cref="ArgumentException">A setting is out of its range.</exception>
    public ZoneServer(ZoneServerOptions options, IZoneDirectory directory, IEntityStore store, IZoneHandler handler)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(directory);
        ArgumentNullException.ThrowIfNull(store);
        ArgumentNullException.ThrowIfNull(handler);
        options.Check(directory.LeaseTime);
        _context = new ServerContext(options, directory, store, handler);
        Peer = new RpcPeer(new RpcOptions
        {
            Time = options.Time,
            Admit = options.Admit,
            CallTimeout = options.TransferTimeout,
            MaxPayloadBytes = ZoneLimits.MaxPayloadBytes,
            RunContinuationsAsynchronously = false,
            Disconnected = (connection, _) => _context.Queue.Post(() => End(connection)),
            ServiceFailed = (_, _, error) => _context.Report(error),
        });
        Peer.Serve(ZoneCallsContract.Instance, Link).Serve(ZonePeersContract.Instance, connection => new PeerLink(_context, connection))
            .Calls(ZoneEventsContract.Instance, isRequired: false).Calls(ZonePeersContract.Instance, isRequired: false);
    }

    /// <summary>The handler of the server's endpoint. It may serve further services of the application, declared before <see cref="Start"/>.</summary>
    public RpcPeer Peer { get; }

    /// <summary>The server as others know it, once it has begun.</summary>
    public ZoneServerInfo? Self => _self;

    /// <summary>The latest map that the server has seen, or null before the first.</summary>
    public ZoneMap? Map => _context.Ownership.Map;

    /// <summary>The zones that are served here now: owned by a lease that runs, and not about to be given away. No two servers have one at a time. From any thread.</summary>
    public IReadOnlySet<int> OwnedZones => _context.Ownership.IsLeaseRunning ? _context.Ownership.Owned : FrozenSet<int>.Empty;

    /// <summary>Begins to serve: takes its share of the zones.</summary>
    /// <param name="endpoint">A listening endpoint that has <see cref="Peer"/> as its handler. It remains the caller's: it is disposed after the server.</param>
    /// <exception cref="InvalidOperationException">It has begun before.</exception>
    public void Start(DatagramEndpoint endpoint)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        if (_self is not null) throw new InvalidOperationException("The server has begun already: make another one.");
        _self = new ZoneServerInfo(_context.Options.Name, _context.Options.PublicAddress ?? endpoint.LocalAddress);
        _leases = new Leases(_context, _self);
        _context.Handovers.Connect = address => Peer.Connect(endpoint, address.ToEndPoint(), _context.Options.ServerKey.Span);
        ZoneTelemetry.OwnedZones.Add(this, () => GetStatistics().Zones);
        ZoneTelemetry.Entities.Add(this, () => GetStatistics().Entities);
        _timer = _context.Options.Time.CreateTimer(_ => Tick(), null, TimeSpan.Zero, _context.Options.HeartbeatInterval);
    }

    /// <summary>Runs an action with the entities that are served here, when no other call of the application is under way: at once, or on the thread that is busy with one.</summary>
    /// <param name="action">What to do; must not block.</param>
    public void Invoke(Action<IReadOnlyCollection<ZoneEntity>> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        _context.Queue.Post(() => action(_context.Entities.All));
    }

    /// <summary>
    /// Runs an action with the entity of a client, as <see cref="Invoke(Action{IReadOnlyCollection{ZoneEntity}})"/> does with all: what a service of the application's own does for whoever
    /// calls it.
    /// </summary>
    /// <param name="client">The client's connection, which the service was made for.</param>
    /// <param name="action">What to do; must not block. It is given null if this server does not serve an entity of the client, or is handing it over: the client asks again at the next one.</param>
    public void Invoke(RpcConnection client, Action<ZoneEntity?> action)
    {
        ArgumentNullException.ThrowIfNull(client);
        ArgumentNullException.ThrowIfNull(action);
        _context.Queue.Post(() => action(_links.GetValueOrDefault(client)?.Entity));
    }

    /// <summary>The connection with another server, which is made if there is none: for calls of the application's own services, declared by <c>Peer.Calls(contract, isRequired: false)</c>, as clients do not serve them. One on which nothing has come while a handover waited for its answer is ended: ask for it for each call.</summary>
    /// <param name="server">A server of <see cref="Map"/>.</param>
    /// <exception cref="InvalidOperationException">This server has not begun.</exception>
    public RpcConnection LinkTo(ZoneServerInfo server)
    {
        ArgumentNullException.ThrowIfNull(server);
        return _context.Handovers.Connect is null ? throw new InvalidOperationException("The server has not begun: call Start first.") : _context.Handovers.ConnectionTo(server.Address);
    }

    /// <summary>Sends a message, unreliably, to all clients connected to this server that are near a position: those whose interest reaches there.</summary>
    /// <param name="at">The position.</param>
    /// <param name="message">The message, at most <see cref="ZoneLimits.MaxMessageBytes"/>. Its bytes are the caller's again when the method returns.</param>
    /// <exception cref="ZoneException">It is larger.</exception>
    public void Publish(MapPosition at, ReadOnlySpan<byte> message)
    {
        if (message.Length > ZoneLimits.MaxMessageBytes) throw new ZoneException($"A message of {message.Length:N0} bytes exceeds {ZoneLimits.MaxMessageBytes:N0}: send it in parts.", isTransient: false);
        var copy = message.ToArray();
        _context.Queue.Post(() =>
        {
            foreach (var link in _links.Values) link.Publish(at, copy);
        });
    }

    /// <summary>What the server has counted so far.</summary>
    public ZoneServerStatistics GetStatistics() => new()
    {
        Entities = _context.Entities.Count,
        Zones = OwnedZones.Count,
        ZonesAcquired = _context.Counters.ZonesAcquired,
        HandedOver = _context.Counters.HandedOver,
        TakenOver = _context.Counters.TakenOver,
        Fenced = _context.Counters.Fenced,
        Duplicates = _context.Counters.Duplicates,
        Refused = _context.Counters.Refused,
    };

    /// <summary>Gives all zones and entities to other servers, if there are any, and ends the lease.</summary>
    /// <param name="cancellationToken">Gives it up: then the lease ends by itself, and what is in the store is not lost.</param>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_leases is not { } leases) return;
        _context.Queue.Post(() => leases.IsLeaving = true);
        while (true)
        {
            await _context.Queue.EnterAsync();
            if (!_context.Ownership.IsLeaseRunning || !(HasSomebodyToGiveTo() || IsSaving())) break;
            _context.Queue.Start(leases.BeatAsync);
            await Task.Delay(StopInterval, _context.Options.Time, cancellationToken);
        }

        _timer?.Dispose();

        // First: whoever takes what is left, as a server that is added now, must be its only owner.
        _context.Queue.Post(_context.Ownership.End);
        await _context.Directory.LeaveAsync(_self!.Name, cancellationToken);
    }

    /// <summary>Ends the server at once: its lease ends by itself, and others take its zones over. See <see cref="StopAsync"/> for an orderly end.</summary>
    public ValueTask DisposeAsync()
    {
        _timer?.Dispose();
        ZoneTelemetry.OwnedZones.Remove(this);
        ZoneTelemetry.Entities.Remove(this);
        _context.Queue.Post(_context.Ownership.End);
        _context.Dispose();
        return default;
    }

    private bool HasSomebodyToGiveTo() => Map is { } map && map.Servers.Any(server => server.Name != _self!.Name && !server.IsLeaving) && (map.OwnedBy(_self!.Name).Any() || _context.Entities.Count > 0);

    private bool IsSaving() => _context.Entities.All.Any(entity => entity.IsChanged || entity.IsSaving);

    private void Tick()
    {
        _context.Queue.Post(_context.Entities.Tick);
        _context.Queue.Start(_leases!.BeatAsync);
    }

    private ClientLink Link(RpcConnection connection)
    {
        var link = new ClientLink(_context, connection);
        _context.Queue.Post(() => _links[connection] = link);
        return link;
    }

    private void End(RpcConnection connection)
    {
        if (_links.Remove(connection, out var link)) link.End();
    }
}
