using System.Collections.Concurrent;
using Genie.Brokers.Hosting.Listening;
using Genie.Brokers.Links;

namespace Genie.Brokers.Hosting.Health;

/// <summary>What a broker's links and listeners reported last.</summary>
internal sealed class BrokerState
{
    private readonly ConcurrentDictionary<long, LinkChange> _linksAway = new();
    private readonly ConcurrentDictionary<HostedListener, Exception> _listenersAway = new();
    private long _unwellSince;

    /// <summary>Links that were lost and are not there again.</summary>
    public int LinksAway => _linksAway.Count;

    /// <summary>Listeners that could not be opened yet.</summary>
    public int ListenersAway => _listenersAway.Count;

    /// <summary>By what a server refuses a link or a listener; null where none is refused.</summary>
    public Exception? Refused =>
        _linksAway.Values.Where(change => change.State == LinkState.Refused).Select(change => change.Error).Concat(_listenersAway.Values.Where(Refusal.Is)).FirstOrDefault();

    /// <summary>Notes a link's change.</summary>
    public void Tell(in LinkChange change)
    {
        if (change.State is LinkState.Restored or LinkState.Closed) _linksAway.TryRemove(change.Link, out _);
        else _linksAway[change.Link] = change;
    }

    /// <summary>Notes that a listener was opened, or could not be.</summary>
    public void Tell(HostedListener listener, Exception? error)
    {
        if (error is null) _listenersAway.TryRemove(listener, out _);
        else _listenersAway[listener] = error;
    }

    /// <summary>For how long something was amiss at every look, this one included; zero where nothing is.</summary>
    public TimeSpan UnwellFor(bool isUnwell, TimeProvider clock)
    {
        if (!isUnwell)
        {
            Volatile.Write(ref _unwellSince, 0);
            return TimeSpan.Zero;
        }

        var now = clock.GetTimestamp();
        var since = Interlocked.CompareExchange(ref _unwellSince, now, 0);
        return since == 0 ? TimeSpan.Zero : clock.GetElapsedTime(since, now);
    }
}
