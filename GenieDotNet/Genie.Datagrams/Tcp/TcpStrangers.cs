namespace Genie.Datagrams.Tcp;

/// <summary>
/// Connections that were accepted and have not yet said hello, the oldest first. They count apart from those that have, and the oldest makes room: who connects
/// and is silent keeps nobody out. Safe for concurrent callers.
/// </summary>
/// <param name="time">Tells how long one is silent.</param>
internal sealed class TcpStrangers(TimeProvider time)
{
    /// <summary>So many may be silent for longer than <see cref="Grace"/>: well below the descriptors that a process usually has.</summary>
    public const int Max = 256;

    /// <summary>Whoever has just connected is on his way to say hello, however many come at once.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);

    private readonly Lock _lock = new();
    private readonly LinkedList<(TcpConnection Connection, long Since)> _waiting = [];
    private readonly Dictionary<TcpConnection, LinkedListNode<(TcpConnection Connection, long Since)>> _nodes = [];

    public int Count
    {
        get
        {
            lock (_lock) return _waiting.Count;
        }
    }

    public void Add(TcpConnection connection)
    {
        lock (_lock) _nodes[connection] = _waiting.AddLast((connection, time.GetTimestamp()));
        while (HasTooMany()) DropOldest();
    }

    public void Remove(TcpConnection connection)
    {
        lock (_lock)
        {
            if (_nodes.Remove(connection, out var node)) _waiting.Remove(node);
        }
    }

    public void DropOldest()
    {
        TcpConnection? oldest;
        lock (_lock)
        {
            oldest = _waiting.First?.Value.Connection;
            if (oldest is not null) Remove(oldest);
        }

        oldest?.Drop();
    }

    private bool HasTooMany()
    {
        lock (_lock) return _waiting.Count > Max && time.GetElapsedTime(_waiting.First!.Value.Since) >= Grace;
    }
}
