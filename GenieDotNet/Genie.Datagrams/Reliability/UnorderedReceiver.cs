using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>Reliable frames without an order at their receiver: each is used once.</summary>
internal sealed class UnorderedReceiver(PartialMessages partials)
{
    private readonly FrameWindow _received = new();

    public FrameOutcome Add(in IncomingFrame frame, IMessageSink sink, long now)
    {
        var number = PacketFormat.Expand((ushort)frame.Number, _received.LowestOpen);
        if (number >= _received.End) return FrameOutcome.Violation;
        if (_received.Contains(number)) return FrameOutcome.Taken;
        if (frame.Count == 1)
        {
            if (partials.Overlaps(number, number + 1)) return FrameOutcome.Violation;
            _received.Add(number);
            sink.Deliver(frame.Payload, frame.Mode, frame.Channel, number, frame.IsCompressed);
            return FrameOutcome.Taken;
        }

        // Every frame belongs to one message: what could never be complete would be kept for as long as the connection.
        var first = number - frame.Index;
        if (!partials.Overlaps(number, number + 1) && IsAnyTaken(first, first + frame.Count)) return FrameOutcome.Violation;

        // All others may be waiting for the lowest: it is taken whatever there is room for, as there is only one message that it belongs to.
        var outcome = partials.Add(frame, first, number == _received.LowestOpen, sink, now);
        if (outcome == FrameOutcome.Taken) _received.Add(number);
        return outcome;
    }

    private bool IsAnyTaken(long first, long end)
    {
        if (first < _received.LowestOpen) return true;
        for (var number = first; number < Math.Min(end, _received.End); number++)
        {
            if (_received.Contains(number)) return true;
        }

        return false;
    }
}
