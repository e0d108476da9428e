using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>Reliable frames without an order at their receiver: each is used once.</summary>
internal sealed class UnorderedReceiver(PartialMessages partials)
{
    private readonly FrameWindow _received = new();

    public FrameOutcome Add(in IncomingFrame frame, IMessageSink sink)
    {
        var number = PacketFormat.Expand((ushort)frame.Number, _received.LowestOpen);
        if (number >= _received.End) return FrameOutcome.Violation;
        if (_received.Contains(number)) return FrameOutcome.Taken;
        var outcome = frame.Count > 1 ? partials.Add(frame, number - frame.Index, sink) : FrameOutcome.Taken;
        if (outcome != FrameOutcome.Taken) return outcome;
        _received.Add(number);
        if (frame.Count == 1) sink.Deliver(frame.Payload, frame.Mode, frame.Channel, number, frame.IsCompressed);
        return FrameOutcome.Taken;
    }
}
