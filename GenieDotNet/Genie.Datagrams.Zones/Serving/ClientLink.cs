using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Serving;

/// <summary>A client's connection, and what it calls. The entity that is attached by it is served over it.</summary>
internal sealed class ClientLink(ServerContext context, RpcConnection connection) : IZoneCalls
{
    private const long MostCellsLookedAt = 16_384;

    private readonly ZoneEventsClient _events = new(connection);
    private ZoneEntity? _entity;
    private (MapPosition Centre, double RadiusMetres)? _watched;
    private long _nextDelivered = 1;
    private long _confirmed;
    private int _named;
    private bool _isEnded;

    public RpcConnection Connection => connection;

    /// <summary>The entity that the client has here, unless it is being handed over.</summary>
    public ZoneEntity? Entity => _entity is { IsLeaving: false } entity && context.Ownership.Owns(entity.Zone) ? entity : null;

    public ValueTask<NearbyZones> Locate(double latitude, double longitude, double radiusMetres, CancellationToken cancellationToken)
    {
        var position = new MapPosition(latitude, longitude);
        if (context.Ownership.Map is not { } map || !position.IsOnMap) return ValueTask.FromResult(new NearbyZones(0, [], []));
        var near = map.Layout.ZonesWithin(position, Bounded(map.Layout.Grid, position, radiusMetres)).Take(ZoneLimits.MaxNearbyZones);
        return ValueTask.FromResult(new NearbyZones(map.Version, [.. near.Select(one => Describe(map.Find(one.Zone)!, one.DistanceMetres))], NameServers(map)));
    }

    public ValueTask<AttachAnswer> Attach(AttachRequest request, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<AttachAnswer>();
        context.Queue.Start(async () =>
        {
            try
            {
                answer.TrySetResult(await AttachAsync(request));
            }
            catch (Exception error)
            {
                context.Report(error);
                answer.TrySetResult(Answer(AttachStatus.Busy, -1));
            }
        });
        return new ValueTask<AttachAnswer>(answer.Task);
    }

    public void Tell(long number, ReadOnlyMemory<byte> message) => context.Queue.Post(() => Take(number, message));

    public void Acknowledge(long number) => context.Queue.Post(() =>
    {
        if (_entity is null) return;
        _entity.Outbox.Acknowledge(number);
    });

    public void Move(double latitude, double longitude) => context.Queue.Post(() => Move(new MapPosition(latitude, longitude)));

    public void Watch(double latitude, double longitude, double radiusMetres) => context.Queue.Post(() =>
    {
        var centre = new MapPosition(latitude, longitude);
        _watched = centre.IsOnMap && radiusMetres >= 0 ? (centre, radiusMetres) : null;
    });

    /// <summary>The connection has ended.</summary>
    public void End()
    {
        (_watched, _isEnded) = (null, true);
        Release();
    }

    /// <summary>Sends what has been kept meanwhile, and says how far that goes.</summary>
    public void CatchUp()
    {
        if (_entity is not { } entity) return;
        try
        {
            _nextDelivered = Math.Max(_nextDelivered, entity.Outbox.First);
            foreach (var message in entity.Outbox.From(_nextDelivered))
            {
                _events.Deliver(_nextDelivered, message);
                _nextDelivered++;
            }

            if (_confirmed >= entity.KeptReceived) return;
            _events.Confirm(entity.KeptReceived);
            _confirmed = entity.KeptReceived;
        }
        catch (RpcException)
        {
            // The queue is full, or the connection has ended: the next move of the client brings this here again, or the next connection.
        }
    }

    /// <summary>The entity is served here again: what was sent meanwhile was not taken.</summary>
    public void Resume() => Say(events => events.Resend(_entity!.Received));

    /// <summary>The entity is not served here any more; the client has to ask who serves it.</summary>
    public void Refuse()
    {
        if (_entity is not { } entity) return;
        Release();
        Say(events => events.Refuse(entity.Zone, context.Ownership.EpochOf(entity.Zone)));
    }

    /// <summary>Another server serves the entity.</summary>
    public void Redirect(ZoneAssignment to)
    {
        Release();
        Say(events => events.Redirect(to.Zone, to.Epoch, to.Owner!.Address));
    }

    public void Publish(MapPosition at, ReadOnlyMemory<byte> message)
    {
        if (_watched is { } watched && watched.Centre.DistanceMetresTo(at) <= watched.RadiusMetres) Say(events => events.Publish(message));
    }

    private static NearbyZone Describe(ZoneAssignment one, double distance) => new(one.Zone, one.Epoch, one.IsLive, distance, one.Owner?.Address);

    /// <summary>Some servers, the next ones with each answer.</summary>
    private DatagramAddress[] NameServers(ZoneMap map)
    {
        var count = Math.Min(map.Servers.Count, ZoneLimits.MaxServersNamed);
        var first = (uint)Interlocked.Add(ref _named, count);
        return [.. Enumerable.Range(0, count).Select(i => map.Servers[(int)((first + (uint)i) % map.Servers.Count)].Address)];
    }

    // Near the poles, and for a radius that only an attacker asks for, there are too many cells.
    private static double Bounded(CellGrid grid, MapPosition position, double radiusMetres)
    {
        var radius = double.IsFinite(radiusMetres) && radiusMetres > 0 ? radiusMetres : 0;
        while (radius > 1 && grid.CountAround(position, radius) > MostCellsLookedAt) radius /= 2;
        return radius;
    }

    private async Task<AttachAnswer> AttachAsync(AttachRequest request)
    {
        var position = new MapPosition(request.Latitude, request.Longitude);
        if (context.Options.MayAttach?.Invoke(connection, request.Entity) == false) return Answer(AttachStatus.Denied, -1);
        var entity = context.Entities.Find(request.Entity);
        if (context.Ownership.ZoneFor(position, entity?.Zone) is not { } zone) return RefuseAttach(position);
        if (request.KnownEpoch > context.Ownership.EpochOf(zone)) return Answer(AttachStatus.NotOwner, zone);
        if (entity?.IsLeaving == true) return Answer(AttachStatus.Busy, zone);
        if (entity?.IsBehind(request.Session, request.Confirmed) == true)
        {
            context.Entities.Fence(entity);
            entity = null;
        }

        if (entity is null)
        {
            entity = await context.Entities.OpenAsync(request.Entity, null, position);
            if (entity is null) return Answer(AttachStatus.Busy, zone);
        }

        if (_isEnded) return Answer(AttachStatus.Busy, zone);
        Bind(entity, request);
        (entity.Position, entity.Zone) = (position, zone);
        return Answer(AttachStatus.Attached, entity.Zone) with { Received = entity.Received, Confirmed = entity.KeptReceived };
    }

    private void Bind(ZoneEntity entity, AttachRequest request)
    {
        if (entity.Link != this) entity.Link?.Refuse();
        Release();
        entity.Begin(request.Session, request.Confirmed, request.Delivered);
        (_entity, entity.Link) = (entity, this);
        (_nextDelivered, _confirmed) = (request.Delivered + 1, entity.KeptReceived);

        // After the answer, which this is called for.
        context.Queue.Post(CatchUp);
    }

    private AttachAnswer RefuseAttach(MapPosition position)
    {
        context.Counters.CountRefused();
        var owner = context.Ownership.Map?.FindAt(position);
        var isElsewhere = owner is { IsLive: true, Owner: { } server } && server.Name != context.Options.Name;
        return Answer(AttachStatus.NotOwner, owner?.Zone ?? -1) with { Owner = isElsewhere ? owner!.Owner!.Address : null };
    }

    private AttachAnswer Answer(AttachStatus status, int zone) => new(status, zone, context.Ownership.EpochOf(zone), 0, 0, null);

    private void Take(long number, ReadOnlyMemory<byte> message)
    {
        if (_entity is not { IsLeaving: false } entity)
        {
            context.Counters.CountRefused();
            return;
        }

        if (!context.Ownership.Owns(entity.Zone))
        {
            context.Counters.CountRefused();
            Refuse();
            return;
        }

        if (number <= entity.Received) context.Counters.CountDuplicate();
        else if (number != entity.Received + 1) context.Counters.CountRefused();
        else
        {
            context.Call(handler => handler.OnMessage(entity, message.Span));
            entity.Receive(number);
        }
    }

    private void Move(MapPosition position)
    {
        if (_entity is not { } entity || context.Ownership.Map?.Layout.ZoneAt(position) is null) return;
        CatchUp();
        if (position == entity.Position) return;
        entity.Position = position;
        if (entity.IsLeaving) return;
        context.Call(handler => handler.OnMoved(entity));
        context.Handovers.Check(entity);
    }

    private void Release()
    {
        if (_entity is not { } entity) return;
        _entity = null;
        if (entity.Link != this) return;
        entity.Link = null;
        entity.DetachedAt = context.Options.Time.GetTimestamp();
    }

    private void Say(Action<ZoneEventsClient> what)
    {
        try
        {
            what(_events);
        }
        catch (RpcException)
        {
            // The client finds out by itself: it asks, again and again, who serves it.
        }
    }
}
