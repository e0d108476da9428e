using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>The messages of a connection that arrive in fragments and in any order.</summary>
internal sealed class PartialMessages(ReassemblyBudget budget)
{
    /// <summary>Unreliable ones may never be complete: the oldest makes room.</summary>
    private const int MaxUnreliable = 8;

    private readonly List<PartialMessage> _partials = [];
    private readonly Stack<PartialMessage> _spare = new();
    private int _unreliableCount;

    /// <summary>Takes a fragment whose index and count are plausible, and delivers the message that it completes.</summary>
    /// <param name="frame">The fragment.</param>
    /// <param name="first">The number that all fragments of the message have in common.</param>
    /// <param name="sink">Receives the message.</param>
    public FrameOutcome Add(in IncomingFrame frame, long first, IMessageSink sink)
    {
        var partial = Find(frame, first);
        if (partial is null)
        {
            if (TryStart(frame, first) is not { } started) return frame.Mode >= DeliveryMode.ReliableUnordered ? FrameOutcome.NoRoom : FrameOutcome.Taken;
            partial = started;
        }
        else if (partial.Count != frame.Count)
        {
            return FrameOutcome.Violation;
        }

        partial.Add(frame);
        if (!partial.IsComplete) return FrameOutcome.Taken;
        var (bytes, mode, channel, number, isCompressed) = (partial.Bytes, partial.Mode, partial.Channel, partial.First, partial.IsCompressed);
        var buffer = Remove(partial);
        sink.Deliver(buffer.AsSpan(0, bytes), mode, channel, number, isCompressed);
        budget.Return(buffer);
        return FrameOutcome.Taken;
    }

    public void Release()
    {
        while (_partials.Count > 0) budget.Return(Remove(_partials[^1]));
    }

    private PartialMessage? Find(in IncomingFrame frame, long first)
    {
        foreach (var partial in _partials)
        {
            if (partial.First == first && partial.Mode == frame.Mode && (partial.Channel == frame.Channel || frame.Mode == DeliveryMode.ReliableUnordered)) return partial;
        }

        return null;
    }

    private PartialMessage? TryStart(in IncomingFrame frame, long first)
    {
        var isUnreliable = frame.Mode < DeliveryMode.ReliableUnordered;
        if (isUnreliable && _unreliableCount == MaxUnreliable) DropOldestUnreliable();
        if (budget.TryRent(frame.Count * PacketFormat.FragmentBytes) is not { } buffer) return null;
        if (!_spare.TryPop(out var partial)) partial = new PartialMessage();
        partial.Start(frame, first, buffer);
        _partials.Add(partial);
        if (isUnreliable) _unreliableCount++;
        return partial;
    }

    private void DropOldestUnreliable()
    {
        foreach (var partial in _partials)
        {
            if (partial.Mode >= DeliveryMode.ReliableUnordered) continue;
            budget.Return(Remove(partial));
            return;
        }
    }

    private byte[] Remove(PartialMessage partial)
    {
        _partials.Remove(partial);
        if (partial.Mode < DeliveryMode.ReliableUnordered) _unreliableCount--;
        _spare.Push(partial);
        return partial.TakeBuffer();
    }
}
