namespace Genie.Datagrams.Reliability;

/// <summary>The messages of a connection that arrive in fragments and in any order.</summary>
internal sealed class PartialMessages(ReassemblyBudget budget)
{
    /// <summary>Unreliable ones may never be complete: the oldest makes room.</summary>
    private const int MaxUnreliable = 8;

    /// <summary>The rest of an unreliable message that has not come by then is lost.</summary>
    private const long MaxAgeMicroseconds = 4_000_000;

    /// <summary>Nor does it come after the fragments of so many later ones. Numbers have 16 bits, and come again.</summary>
    private const int MaxDistance = 1_024;

    private readonly List<PartialMessage> _partials = [];
    private readonly Stack<PartialMessage> _spare = new();
    private int _unreliableCount;

    /// <summary>Takes a fragment whose index and count are plausible, and delivers the message that it completes.</summary>
    /// <param name="frame">The fragment.</param>
    /// <param name="first">The number that all fragments of the message have in common.</param>
    /// <param name="isNext">True for the reliable frame that all others wait for: it is taken even if there is no room.</param>
    /// <param name="sink">Receives the message.</param>
    /// <param name="now">Microseconds of the endpoint's clock.</param>
    public FrameOutcome Add(in IncomingFrame frame, long first, bool isNext, IMessageSink sink, long now)
    {
        var isReliable = frame.Mode >= DeliveryMode.ReliableUnordered;
        var partial = Find(frame, first);
        if (partial is not null && isReliable && !partial.Fits(frame)) return FrameOutcome.Violation;

        // An unreliable one with this number that was another message has ended without all of its fragments.
        if (partial is not null && !isReliable && (!partial.Fits(frame) || IsStale(partial, first, now)))
        {
            Drop(partial);
            partial = null;
        }

        if (partial is null)
        {
            if (isReliable && Overlaps(first, first + frame.Count)) return FrameOutcome.Violation;
            partial = Start(frame, first, now);
        }
        else if (!isReliable && partial.Has(frame.Index))
        {
            return FrameOutcome.Taken;
        }

        if (!TryAdd(partial, frame, isNext))
        {
            // An unreliable message of which a fragment has no room is never complete.
            if (!isReliable || partial.IsEmpty) Drop(partial);
            return isReliable ? FrameOutcome.NoRoom : FrameOutcome.Taken;
        }

        if (partial.IsComplete) Deliver(partial, sink);
        return FrameOutcome.Taken;
    }

    /// <summary>True if some of these reliable frames belong to a message that has begun to arrive.</summary>
    public bool Overlaps(long first, long end)
    {
        foreach (var partial in _partials)
        {
            if (partial.Mode >= DeliveryMode.ReliableUnordered && partial.First < end && first < partial.End) return true;
        }

        return false;
    }

    public void Release()
    {
        while (_partials.Count > 0) Drop(_partials[^1]);
    }

    private PartialMessage? Find(in IncomingFrame frame, long first)
    {
        foreach (var partial in _partials)
        {
            if (partial.First == first && partial.Mode == frame.Mode && (partial.Channel == frame.Channel || frame.Mode == DeliveryMode.ReliableUnordered)) return partial;
        }

        return null;
    }

    private PartialMessage Start(in IncomingFrame frame, long first, long now)
    {
        if (frame.Mode < DeliveryMode.ReliableUnordered)
        {
            DropStale(frame.Mode, first, now);
            if (_unreliableCount == MaxUnreliable) DropOldestUnreliable();
            _unreliableCount++;
        }

        if (!_spare.TryPop(out var partial)) partial = new PartialMessage();
        partial.Start(frame, first, now);
        _partials.Add(partial);
        return partial;
    }

    /// <summary>What is promised goes before what may be lost.</summary>
    private bool TryAdd(PartialMessage partial, in IncomingFrame frame, bool isNext)
    {
        while (!partial.TryAdd(frame, budget, isNext))
        {
            if (frame.Mode < DeliveryMode.ReliableUnordered || !DropOldestUnreliable()) return false;
        }

        return true;
    }

    private void Deliver(PartialMessage partial, IMessageSink sink)
    {
        var (bytes, mode, channel, number, isCompressed) = (partial.Bytes, partial.Mode, partial.Channel, partial.First, partial.IsCompressed);
        var buffer = partial.Take(budget);
        Remove(partial);
        sink.Deliver(buffer.AsSpan(0, bytes), mode, channel, number, isCompressed);
        budget.Return(buffer);
    }

    /// <param name="partial">An unreliable message.</param>
    /// <param name="number">One of the same mode that comes now.</param>
    /// <param name="now">Microseconds of the endpoint's clock.</param>
    private static bool IsStale(PartialMessage partial, long number, long now) =>
        now - partial.StartedAt > MaxAgeMicroseconds
        || (partial.Mode == DeliveryMode.Unreliable && Math.Abs((int)(short)(number - partial.First)) > MaxDistance);

    private void DropStale(DeliveryMode mode, long number, long now)
    {
        for (var i = _partials.Count - 1; i >= 0; i--)
        {
            var partial = _partials[i];
            if (partial.Mode < DeliveryMode.ReliableUnordered && IsStale(partial, partial.Mode == mode ? number : partial.First, now)) Drop(partial);
        }
    }

    private bool DropOldestUnreliable()
    {
        foreach (var partial in _partials)
        {
            if (partial.Mode >= DeliveryMode.ReliableUnordered) continue;
            Drop(partial);
            return true;
        }

        return false;
    }

    private void Drop(PartialMessage partial)
    {
        budget.Return(partial.TakeBuffer());
        Remove(partial);
    }

    private void Remove(PartialMessage partial)
    {
        _partials.Remove(partial);
        if (partial.Mode < DeliveryMode.ReliableUnordered) _unreliableCount--;
        _spare.Push(partial);
    }
}
