namespace Genie.Datagrams.Tcp;

/// <summary>
/// Connections that were accepted and have not yet said hello, the oldest first. They count apart from those that have, and the oldest makes room: who connects
/// and is silent keeps nobody out. Safe for concurrent callers.
/// </summary>
internal sealed class TcpStrangers
{
    /// <summary>So many at once: well below the descriptors that a process usually has.</summary>
    public const int Max = 256;

    private readonly Lock _lock = new();
    private readonly LinkedList<TcpConnection> _waiting = [];

    public int Count
    {
        get
        {
            lock (_lock) return _waiting.Count;
        }
    }

    public void Add(TcpConnection connection)
    {
        lock (_lock) _waiting.AddLast(connection);
        if (Count > Max) DropOldest();
    }

    public void Remove(TcpConnection connection)
    {
        lock (_lock) _waiting.Remove(connection);
    }

    public void DropOldest()
    {
        TcpConnection? oldest;
        lock (_lock)
        {
            oldest = _waiting.First?.Value;
            if (oldest is not null) _waiting.RemoveFirst();
        }

        oldest?.Drop();
    }
}
