namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Which messages of one partition were handled. Kafka keeps one position a partition, so only what has nothing
/// unhandled before it can be committed. Safe for concurrent callers.
/// </summary>
internal sealed class OffsetTracker(int partition)
{
    // Between a revocation and the end of the handlers under way; the group waits for its member meanwhile.
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(5);

    private readonly Lock _lock = new();

    // A ring of the offsets taken, ascending (with gaps, where a topic is compacted); negative once handled.
    private long[] _ring = new long[64];
    private int _head;
    private int _count;
    private int _open;
    private long? _next;
    private long? _committed;

    /// <summary>The partition.</summary>
    public int Partition { get; } = partition;

    /// <summary>True if every message taken was handled, or left.</summary>
    public bool IsIdle
    {
        get
        {
            lock (_lock) return _open == 0;
        }
    }

    /// <summary>Waits until nothing more is taken and all that was is handled, for some seconds each: what was read may wait for a handler that does not end.</summary>
    public static async Task DrainAsync(Task reading, IEnumerable<OffsetTracker> offsets)
    {
        await Task.WhenAny(reading, Task.Delay(DrainTimeout)).ConfigureAwait(false);
        WaitUntilIdle([.. offsets]);
    }

    /// <summary>Waits, for some seconds at most, until all that was taken is handled. What is not comes again at another member.</summary>
    public static void WaitUntilIdle(IReadOnlyCollection<OffsetTracker> offsets)
    {
        var deadline = Environment.TickCount64 + (long)DrainTimeout.TotalMilliseconds;
        while (offsets.Any(partition => !partition.IsIdle) && Environment.TickCount64 < deadline) Thread.Sleep(1);
    }

    /// <summary>A message was taken; offsets ascend.</summary>
    public void Begin(long offset)
    {
        lock (_lock)
        {
            _open++;
            if (_count == _ring.Length) Grow();
            _ring[(_head + _count++) & (_ring.Length - 1)] = offset;
        }
    }

    /// <summary>A message was handled and answered.</summary>
    public void End(long offset)
    {
        lock (_lock)
        {
            var index = Find(offset);
            if (index < 0) return;
            _open--;
            _ring[(_head + index) & (_ring.Length - 1)] = ~offset;
            while (_count > 0 && _ring[_head] < 0)
            {
                _next = ~_ring[_head] + 1;
                _head = (_head + 1) & (_ring.Length - 1);
                _count--;
            }
        }
    }

    /// <summary>A message is left unhandled: no position behind it is committed, and it comes again to whoever has the partition next.</summary>
    public void Leave()
    {
        lock (_lock) _open--;
    }

    /// <summary>The position to commit, or null if it has not moved since <see cref="MarkCommitted"/>.</summary>
    public long? Committable()
    {
        lock (_lock) return _next == _committed ? null : _next;
    }

    /// <summary>The server has this position.</summary>
    public void MarkCommitted(long position)
    {
        lock (_lock) _committed = position;
    }

    private int Find(long offset)
    {
        var (low, high) = (0, _count - 1);
        while (low <= high)
        {
            var middle = (low + high) / 2;
            var found = _ring[(_head + middle) & (_ring.Length - 1)];
            if (found < 0) found = ~found;
            if (found == offset) return middle;
            if (found < offset) low = middle + 1;
            else high = middle - 1;
        }

        return -1;
    }

    private void Grow()
    {
        var larger = new long[_ring.Length * 2];
        for (var i = 0; i < _count; i++) larger[i] = _ring[(_head + i) & (_ring.Length - 1)];
        (_ring, _head) = (larger, 0);
    }
}
