namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>Timers in memory, by the time at which they fire. Not safe for concurrent callers.</summary>
/// <param name="entries">Those that are in memory, by their streams; others may still be in the queue, and are passed over.</param>
internal sealed class TimerQueue(Dictionary<string, TimerEntry> entries)
{
    private const int StaleMin = 1_000;

    private readonly PriorityQueue<TimerEntry, long> _queue = new();

    /// <summary>When the first fires, at the earliest; <see cref="long.MaxValue"/>: none does.</summary>
    public long FirstTicks => _queue.TryPeek(out _, out var ticks) ? ticks : long.MaxValue;

    /// <summary>Queues a timer for when it fires, unless it is queued for an earlier time: one that fires later is found out then.</summary>
    /// <returns>True if it is the first now.</returns>
    public bool Enqueue(TimerEntry entry)
    {
        var ticks = entry.FireTicks;
        if (ticks >= entry.QueuedTicks) return false;
        var isFirst = ticks < FirstTicks;
        entry.QueuedTicks = ticks;
        _queue.Enqueue(entry, ticks);
        if (_queue.Count > StaleMin + (2 * entries.Count)) RemoveStale();
        return isFirst;
    }

    /// <summary>Takes a timer out that fires now; null: there is none.</summary>
    public TimerEntry? Take(long nowTicks)
    {
        while (_queue.TryPeek(out var entry, out var ticks) && ticks <= nowTicks)
        {
            _queue.Dequeue();
            if (!IsCurrent(entry, ticks)) continue;
            entry.QueuedTicks = long.MaxValue;
            if (entry.FireTicks <= nowTicks) return entry;
            Enqueue(entry);
        }

        return null;
    }

    private bool IsCurrent(TimerEntry entry, long ticks) => ticks == entry.QueuedTicks && entries.TryGetValue(entry.Stream, out var known) && known == entry;

    // Those that were replaced, or left memory, would stay until their time comes.
    private void RemoveStale()
    {
        var current = _queue.UnorderedItems.Where(each => IsCurrent(each.Element, each.Priority)).ToList();
        _queue.Clear();
        _queue.EnqueueRange(current);
        _queue.TrimExcess();
    }
}
