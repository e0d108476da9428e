using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>A connection's ways to the listeners of its channel: finds listeners that come, leaves those that stop. Used on the link's thread.</summary>
/// <param name="channel">The channel's name.</param>
/// <param name="address">The settings.</param>
/// <param name="outbox">Told of the routes that are ready.</param>
/// <param name="refused">Told of routes that the media driver refuses.</param>
internal sealed class RouteTable(string channel, AeronAddress address, Outbox outbox, Action<BrokerException> refused)
{
    private const long LookMilliseconds = 20;

    // A greeting that was not answered for so long met a listener that stops, or a stream that broke: begin anew.
    private const long WelcomeTimeoutMilliseconds = 5_000;
    private const long OpeningTimeoutMilliseconds = 10_000;
    private const long ByeTimeoutMilliseconds = 5_000;

    private readonly byte[] _key = Announcement.KeyOf(address.Channel, channel);
    private readonly List<AeronRoute> _routes = [];
    private readonly List<(long Id, int StreamId)> _found = [];

    // Those that said that they stop: the media driver may be long in removing their announcements.
    private readonly HashSet<long> _stopping = [];
    private IAeronClient? _client;
    private CounterTable _counters;
    private byte[] _hello = [];
    private long _nextLook;
    private TaskCompletionSource? _leaving;

    /// <summary>A media driver is there.</summary>
    /// <param name="client">Its client.</param>
    /// <param name="counters">Where listeners announce themselves.</param>
    /// <param name="answersStreamId">The stream that answers are received on.</param>
    public void Begin(IAeronClient client, CounterTable counters, int answersStreamId)
    {
        (_client, _counters, _nextLook) = (client, counters, 0);
        _stopping.Clear();
        _hello = StreamHead.Hello(answersStreamId, address.ToPublish(address.ReplyChannel));
    }

    /// <summary>The media driver is gone, or the connection.</summary>
    public void End()
    {
        _client = null;
        outbox.SetRoutes([]);
        foreach (var route in _routes) route.Publication.Dispose();
        _routes.Clear();
        _leaving?.TrySetResult();
    }

    /// <summary>Says good-bye everywhere.</summary>
    /// <param name="left">Completed when that is done.</param>
    public void Leave(TaskCompletionSource left)
    {
        _leaving = left;
        var now = Environment.TickCount64;
        foreach (var route in _routes) Leave(route, now);
        ShowRoutes();
        if (_routes.Count == 0) left.TrySetResult();
    }

    /// <summary>A listener takes messages.</summary>
    public void OnWelcome(int streamId)
    {
        foreach (var route in _routes)
        {
            if (route.StreamId == streamId && route.State == AeronRouteState.Greeted) route.State = AeronRouteState.Ready;
        }

        ShowRoutes();
    }

    /// <summary>A listener stops: nothing more goes to it, and it hears so.</summary>
    public void OnStopping(int streamId)
    {
        foreach (var route in _routes)
        {
            if (route.StreamId != streamId || !_stopping.Add(route.ListenerId) || route.State == AeronRouteState.Leaving) continue;
            Leave(route, Environment.TickCount64);
        }

        ShowRoutes();
    }

    /// <summary>Looks for listeners now and then, and takes each route a step further.</summary>
    public int DoWork(long nowMilliseconds)
    {
        if (_client is null) return 0;
        if (nowMilliseconds >= _nextLook)
        {
            _nextLook = nowMilliseconds + LookMilliseconds;
            Look(nowMilliseconds);
        }

        var work = 0;
        for (var i = _routes.Count - 1; i >= 0; i--)
        {
            if (IsOver(_routes[i], nowMilliseconds, ref work)) Remove(i);
        }

        return work;
    }

    private void Look(long now)
    {
        if (_leaving is not null) return;
        Announcement.Find(_counters, _key, _found);
        var isChanged = false;
        foreach (var route in _routes)
        {
            if (route.State == AeronRouteState.Leaving || IsAnnounced(route)) continue;
            Leave(route, now);
            isChanged = true;
        }

        foreach (var (id, streamId) in _found)
        {
            if (!IsKnown(id) && !_stopping.Contains(id)) _routes.Add(new AeronRoute(id, streamId, _client!.AddPublication(address.ToPublish(address.Channel), streamId), now));
        }

        if (isChanged) ShowRoutes();
    }

    private bool IsAnnounced(AeronRoute route)
    {
        foreach (var (id, _) in _found)
        {
            if (id == route.ListenerId) return true;
        }

        return false;
    }

    private bool IsKnown(long listenerId)
    {
        foreach (var route in _routes)
        {
            if (route.ListenerId == listenerId && route.State != AeronRouteState.Leaving) return true;
        }

        return false;
    }

    /// <summary>Takes the next step; true if the route has no further one.</summary>
    private bool IsOver(AeronRoute route, long now, ref int work)
    {
        var isConnected = route.Publication.IsConnected;
        switch (route.State)
        {
            case AeronRouteState.Opening when isConnected && route.Publication.Offer(StreamHead.Control, _hello) == OfferOutcome.Sent:
                (route.State, route.SinceMilliseconds) = (AeronRouteState.Greeted, now);
                work++;
                return false;
            case AeronRouteState.Opening when route.Publication.Refusal is { } refusal:
                refused(refusal);
                return true;
            case AeronRouteState.Opening:
                return now - route.SinceMilliseconds > OpeningTimeoutMilliseconds;
            case AeronRouteState.Greeted:
                return !isConnected || now - route.SinceMilliseconds > WelcomeTimeoutMilliseconds;
            case AeronRouteState.Ready:
                return !isConnected || route.Publication.IsEnded;
            case AeronRouteState.Leaving:
                return !isConnected || now - route.SinceMilliseconds > ByeTimeoutMilliseconds
                    || route.Publication.Offer(StreamHead.Control, StreamHead.Bye) is OfferOutcome.Sent or OfferOutcome.Ended;
            default:
                return false;
        }
    }

    private static void Leave(AeronRoute route, long now) => (route.State, route.SinceMilliseconds) = (AeronRouteState.Leaving, now);

    private void Remove(int index)
    {
        var route = _routes[index];
        _routes.RemoveAt(index);
        ShowRoutes();
        route.Publication.Dispose();
        if (_routes.Count == 0) _leaving?.TrySetResult();
    }

    private void ShowRoutes() =>
        outbox.SetRoutes([.. _routes.Where(route => route.State == AeronRouteState.Ready).Select(route => route.Publication)]);
}
