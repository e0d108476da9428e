namespace Genie.Brokers.Aeron.Messaging;

/// <summary>The connections that send to a listener, by session. Used on the link's thread.</summary>
internal sealed class PeerTable
{
    private readonly Dictionary<int, AeronPeer> _peers = [];

    // A session is nearly always followed by itself.
    private AeronPeer? _last;

    /// <summary>True if no peer may still send.</summary>
    public bool AreAllSilent => _peers.Values.All(peer => !peer.MayStillSend);

    /// <summary>True if nothing is owed to any peer.</summary>
    public bool AreAllServed => _peers.Values.All(peer => peer.IsServed);

    /// <summary>The peer of a session, or null where it has not greeted.</summary>
    public AeronPeer? Find(int sessionId)
    {
        if (_last?.SessionId == sessionId) return _last;
        return _peers.TryGetValue(sessionId, out var peer) ? _last = peer : null;
    }

    /// <summary>A peer has greeted.</summary>
    public void Add(AeronPeer peer)
    {
        if (!_peers.TryAdd(peer.SessionId, peer)) peer.Close();
    }

    /// <summary>A session ended.</summary>
    public void OnSessionEnded(int sessionId)
    {
        if (Find(sessionId) is { } peer) (peer.IsSilent, peer.IsGone) = (true, true);
    }

    /// <summary>Welcomes, answers, and removes those that are gone.</summary>
    /// <param name="mayWelcome">False while the listener stops.</param>
    public int DoWork(bool mayWelcome)
    {
        var work = 0;
        AeronPeer? over = null;
        foreach (var peer in _peers.Values)
        {
            work += peer.DoWork(mayWelcome);
            if (peer.IsGone && peer.IsServed) over = peer;
        }

        if (over is not null) Remove(over);
        return work;
    }

    /// <summary>Tells all that the listener stops.</summary>
    public void TellStopping()
    {
        foreach (var peer in _peers.Values) peer.TellStopping();
    }

    /// <summary>Lets go of all.</summary>
    public void Clear()
    {
        foreach (var peer in _peers.Values) peer.Close();
        _peers.Clear();
        _last = null;
    }

    private void Remove(AeronPeer peer)
    {
        _peers.Remove(peer.SessionId);
        if (_last == peer) _last = null;
        peer.Close();
    }
}
