using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>A channel's reliable frames at their receiver: delivers them in order, keeps those that came too early.</summary>
internal sealed class OrderedReceiver(byte channel, ReassemblyBudget budget)
{
    private Early[] _early = [];
    private int _earlyCount;
    private long _expected;
    private byte[] _message = [];
    private int _messageBytes;
    private int _nextIndex;
    private int _count;

    public FrameOutcome Add(in IncomingFrame frame, IMessageSink sink)
    {
        var number = PacketFormat.Expand((ushort)frame.Number, _expected);
        if (number < _expected) return FrameOutcome.Taken;
        if (number >= _expected + PacketFormat.FrameWindow) return FrameOutcome.Violation;
        if (number > _expected) return Keep(number, frame);
        var outcome = Take(frame.Payload, frame.Index, frame.Count, frame.IsCompressed, sink);
        _expected++;
        while (outcome == FrameOutcome.Taken && _earlyCount > 0 && EntryOf(_expected).Block is not null) outcome = TakeEarly(sink);
        return outcome;
    }

    public void Release()
    {
        foreach (var early in _early) budget.Return(early.Block ?? []);
        budget.Return(_message);
        (_early, _earlyCount, _message) = ([], 0, []);
    }

    private FrameOutcome Keep(long number, in IncomingFrame frame)
    {
        if (_early.Length < PacketFormat.FrameWindow) GrowFor(number);
        ref var entry = ref EntryOf(number);
        if (entry.Block is not null) return FrameOutcome.Taken;
        if (budget.TryRent(frame.Payload.Length) is not { } block) return FrameOutcome.NoRoom;
        frame.Payload.CopyTo(block);
        entry = new Early(block, frame.Payload.Length, frame.Index, frame.Count, frame.IsCompressed);
        _earlyCount++;
        return FrameOutcome.Taken;
    }

    private FrameOutcome TakeEarly(IMessageSink sink)
    {
        ref var entry = ref EntryOf(_expected);
        var early = entry;
        entry = default;
        _earlyCount--;
        _expected++;
        var outcome = Take(early.Block.AsSpan(0, early.Length), early.Index, early.Count, early.IsCompressed, sink);
        budget.Return(early.Block!);
        return outcome;
    }

    private FrameOutcome Take(ReadOnlySpan<byte> payload, int index, int count, bool isCompressed, IMessageSink sink)
    {
        if (index != _nextIndex || (index > 0 && count != _count)) return FrameOutcome.Violation;
        if (count == 1)
        {
            sink.Deliver(payload, DeliveryMode.ReliableOrdered, channel, number: 0, isCompressed);
            return FrameOutcome.Taken;
        }

        _count = count;
        Append(payload);
        if (++_nextIndex < count) return FrameOutcome.Taken;
        var (message, length) = (_message, _messageBytes);
        (_message, _messageBytes, _nextIndex) = ([], 0, 0);
        sink.Deliver(message.AsSpan(0, length), DeliveryMode.ReliableOrdered, channel, number: 0, isCompressed);
        budget.Return(message);
        return FrameOutcome.Taken;
    }

    /// <summary>Grows with what has arrived, not with what was announced.</summary>
    private void Append(ReadOnlySpan<byte> payload)
    {
        if (_message.Length < _messageBytes + payload.Length)
        {
            var larger = budget.TryRent(Math.Max(_message.Length * 2, _messageBytes + payload.Length), isNext: true)!;
            _message.AsSpan(0, _messageBytes).CopyTo(larger);
            budget.Return(_message);
            _message = larger;
        }

        payload.CopyTo(_message.AsSpan(_messageBytes));
        _messageBytes += payload.Length;
    }

    private void GrowFor(long number)
    {
        var needed = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)(number - _expected + 1));
        if (needed <= _early.Length) return;
        var larger = new Early[Math.Max(8, needed)];
        for (var kept = _expected; kept < _expected + _early.Length; kept++) larger[kept & (larger.Length - 1)] = EntryOf(kept);
        _early = larger;
    }

    private ref Early EntryOf(long number) => ref _early[number & (_early.Length - 1)];

    private readonly record struct Early(byte[]? Block, int Length, int Index, int Count, bool IsCompressed);
}
