using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Wire;
using Genie.Observing;

namespace Genie.Datagrams.Zones.Client;

/// <summary>Finds out who serves the entity, and keeps to it. On the client's queue only.</summary>
internal sealed class ClientCore(ZoneClientOptions options, Conversation conversation, ServerLinks links, IZoneClientHandler handler, SerialQueue queue, CancellationToken stop)
{
    // Links are held a little farther than they are made.
    private const double KeptRadii = 1.25;

    // So many refreshes without an answer from anybody: those that are connected are taken for dead.
    private const int SilentRefreshes = 3;

    // Of the zones that the entity's server had, as far as the client was told since it began to serve it.
    private readonly Dictionary<int, long> _epochs = [];

    private NearbyZones _near = new(0, [], []);
    private MapPosition? _position;
    private volatile ServerLink? _attached;
    private int _zone;
    private Redirection? _redirect;
    private Redirection? _attempt;
    private long? _strangeSince;
    private long _answeredAt = options.Time.GetTimestamp();

    public long Attachments { get; private set; }

    public DatagramAddress? Server => _attached?.Address;

    public RpcConnection? Link => _attached?.Connection;

    public void Move(MapPosition position)
    {
        _position = position;
        _attached?.TrySay(calls => calls.Move(position.Latitude, position.Longitude));
    }

    public void Tick()
    {
        // Without a server for the entity those that are connected may be cut off themselves, and know nothing of later owners. Far from
        // every border there is one link only: if its server dies somebody else must be asked, long before that connection has timed out.
        if (_attached is { } attached) links.Want(attached.Address);
        if (_attached is null || options.Time.GetElapsedTime(_answeredAt) > SilentRefreshes * options.RefreshInterval) links.WantAnother();
        else links.WantNoOther();
        links.Tick();
        if (_position is not { } position) return;
        foreach (var link in links.All.Where(link => link.IsConnected)) link.TrySay(calls => calls.Watch(position.Latitude, position.Longitude, options.InterestRadiusMetres));
        _attached?.TrySay(calls => calls.Move(position.Latitude, position.Longitude));
        Ask();
        Attach();
        SendPending();
    }

    /// <summary>Sends what waits, to whoever serves the entity.</summary>
    public void SendPending()
    {
        while (_attached is { } link && conversation.TryPeek(out var number, out var message) && link.TrySay(calls => calls.Tell(number, message))) conversation.Advance();
    }

    public void OnConnected(RpcConnection connection)
    {
        if (links.Renewed(connection) is { } dead)
        {
            if (dead == _attached) Detach();
            dead.Connection.Disconnect();
        }

        if (links.Find(connection) is not { } link) return;
        links.Meet(link);
        Ask();
        Attach();
    }

    public void OnDisconnected(RpcConnection connection)
    {
        links.Forget(connection);
        if (links.Find(connection) is not { } link) return;
        links.Remove(link);
        if (link.Address == _redirect?.Owner) _redirect = null;
        if (link == _attached) Detach();
    }

    public void OnDelivered(RpcConnection connection, long number, ReadOnlyMemory<byte> message)
    {
        // From whichever server: only what is kept is sent, and that has one number with all of them.
        if (conversation.Deliver(number)) Call(to => to.OnMessage(message.Span));
        links.Find(connection)?.TrySay(calls => calls.Acknowledge(conversation.Delivered));
    }

    public void OnConfirmed(long number)
    {
        if (!conversation.Confirm(number)) return;
        Call(to => to.OnConfirmed(number));
        SendPending();
    }

    public void OnResend(RpcConnection connection, long received)
    {
        if (_attached?.Connection != connection) return;
        conversation.Rewind(received);
        SendPending();
    }

    public void OnRedirected(RpcConnection connection, Redirection to)
    {
        if (_attached?.Connection != connection) return;
        Detach();
        _redirect = to;
        Attach();
    }

    public void OnRefused(RpcConnection connection)
    {
        if (_attached?.Connection != connection) return;
        Detach();
        Ask();
    }

    public void Call(Action<IZoneClientHandler> call)
    {
        try
        {
            call(handler);
        }
        catch (Exception error)
        {
            Observers.Tell(options.Failed, nameof(ZoneClientOptions.Failed), error);
        }
    }

    private void Ask()
    {
        if (_position is not { } position) return;

        // Whoever takes what nobody owns knows of it first.
        if (_near.Zones is [{ DistanceMetres: 0, IsLive: false }, ..]) foreach (var link in links.FindAnswering()) queue.Start(() => AskAsync(link, position));
        else if (links.Next() is { } next) queue.Start(() => AskAsync(next, position));
    }

    private async Task AskAsync(ServerLink link, MapPosition position)
    {
        NearbyZones? near = null;
        link.Unanswered++;
        link.AskedAt ??= options.Time.GetTimestamp();
        try
        {
            near = await link.Calls.Locate(position.Latitude, position.Longitude, options.InterestRadiusMetres * KeptRadii, stop);
        }
        catch (RpcException)
        {
            // The next one is asked when the next refresh comes.
        }

        await queue.EnterAsync();
        link.Unanswered--;
        if (near is null) return;
        link.AskedAt = null;
        _answeredAt = options.Time.GetTimestamp();
        links.Hear(near.Servers);
        Learn(near);
    }

    private void Learn(NearbyZones near)
    {
        if (near.MapVersion < _near.MapVersion || stop.IsCancellationRequested) return;
        _near = near;

        // That server may be dead before it was ever reached.
        if (_redirect is { } redirect && !redirect.IsNewerThan(near)) _redirect = null;
        foreach (var one in near.Zones)
        {
            if (one is not { IsLive: true, Owner: { } owner }) continue;
            if (one.DistanceMetres <= options.InterestRadiusMetres) links.Want(owner);
            else links.Keep(owner);
        }

        if (_attached is { } attached && HasLost(attached, near)) Detach();
        Attach();
    }

    /// <summary>Whether others have what the entity is served in, or where it is of what was that server's, whatever that one says, or does not say. Follows the entity from zone to zone of that server, which tells nobody.</summary>
    private bool HasLost(ServerLink attached, NearbyZones near)
    {
        var home = near.Zones.Count > 0 ? near.Zones[0] : default;
        var isServed = home is { DistanceMetres: 0, IsLive: true };
        foreach (var one in near.Zones)
        {
            if (one.Owner == attached.Address) _epochs[one.Zone] = one.Epoch;
        }

        if (isServed && home.Owner == attached.Address) _zone = home.Zone;
        if (near.Zones.Any(IsLost)) return true;

        // It may have died just when the entity had come far from all that the client knew: then no epoch tells.
        if (!isServed || near.Zones.Any(one => one.Owner == attached.Address)) _strangeSince = null;
        else _strangeSince ??= options.Time.GetTimestamp();
        return _strangeSince is { } since && options.Time.GetElapsedTime(since) > options.CallTimeout;

        bool IsLost(NearbyZone one) => (one.Zone == _zone || one.DistanceMetres == 0) && one.IsLive && one.Owner != attached.Address && _epochs.TryGetValue(one.Zone, out var known) && one.Epoch > known;
    }

    /// <summary>Asks whoever owns the zone at the position to serve the entity.</summary>
    private void Attach()
    {
        if (_attached is not null || _position is not { } position || stop.IsCancellationRequested) return;
        var home = _near.Zones.Count > 0 && _near.Zones[0].DistanceMetres == 0 ? _near.Zones[0] : default;
        if ((_redirect ?? (home is { IsLive: true, Owner: { } owner } ? new Redirection(home.Zone, home.Epoch, owner) : null)) is not { } target) return;

        // The owner before, who may be dead, does not keep the next one waiting.
        if (_attempt is { } under && !target.IsNewerThan(under)) return;
        var link = links.Want(target.Owner);
        if (!link.IsConnected) return;
        _attempt = target;
        var request = new AttachRequest(options.Entity, conversation.Session, conversation.Confirmed, conversation.Delivered, _redirect is null ? home.Epoch : 0, position.Latitude, position.Longitude);
        queue.Start(() => AttachAsync(link, request, target));
    }

    private async Task AttachAsync(ServerLink link, AttachRequest request, Redirection target)
    {
        AttachAnswer? answer = null;
        try
        {
            answer = await link.Calls.Attach(request, stop);
        }
        catch (RpcException)
        {
            // It is asked again, or another one, when the next refresh comes.
        }

        await queue.EnterAsync();
        if (!ReferenceEquals(_attempt, target)) return;
        (_attempt, _redirect) = (null, answer is { Owner: { } owner } ? new Redirection(answer.Zone, answer.Epoch, owner) : null);
        if (answer?.Status == AttachStatus.Denied) Observers.Tell(options.Failed, nameof(ZoneClientOptions.Failed), new ZoneException($"{link.Address} does not let this client have entity {options.Entity}: see HandshakeData, and the server's MayAttach.", isTransient: false));
        if (answer?.Status != AttachStatus.Attached || !link.IsConnected) return;
        (_attached, _zone, _strangeSince) = (link, answer.Zone, null);
        _epochs.Clear();
        _epochs[answer.Zone] = answer.Epoch;
        Attachments++;
        conversation.Rewind(answer.Received);
        OnConfirmed(answer.Confirmed);
        Call(to => to.OnServerChanged(link.Address));
        Move(_position!.Value);
        SendPending();
    }

    private void Detach()
    {
        _attached = null;
        Call(to => to.OnServerChanged(null));
    }
}
