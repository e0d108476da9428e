using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <content>What waits to be sent.</content>
internal sealed partial class UdpConnection
{
    private readonly Dictionary<byte, SequencedChannel> _sequenced = [];
    private SendChannel?[] _ordered = [];
    private SendChannel? _unordered;
    private SendChannel? _firstChannel;
    private SendChannel? _lastChannel;
    private FrameQueue _lost;
    private FrameQueue _unreliable;
    private long _unreliableBytes;
    private ushort _nextUnreliable;
    private int _openReliable;

    private bool HasFrames => !_lost.IsEmpty || !_unreliable.IsEmpty || _firstChannel is not null;

    /// <summary>Takes a message from the inbox, cut into frames.</summary>
    public void Enqueue(OutgoingMessage message)
    {
        if (_state == ConnectionState.Closed)
        {
            Complete(message);
            return;
        }

        var count = Math.Max(1, (message.Length + PacketFormat.FragmentBytes - 1) / PacketFormat.FragmentBytes);
        message.OpenFragments = count;
        if (message.IsReliable) EnqueueReliable(message, count);
        else EnqueueUnreliable(message, count);
    }

    private void EnqueueReliable(OutgoingMessage message, int count)
    {
        _openReliable++;
        var channel = ChannelOf(message);
        for (var index = 0; index < count; index++) channel.Add(_endpoint.Pool.RentFrame(message, channel.TakeNumber(), index, count));
        List(channel);
    }

    private void EnqueueUnreliable(OutgoingMessage message, int count)
    {
        long number = count == 1 ? 0 : _nextUnreliable++;
        if (message.Mode == DeliveryMode.Sequenced)
        {
            if (!_sequenced.TryGetValue(message.Channel, out var channel)) _sequenced.Add(message.Channel, channel = new SequencedChannel());
            number = channel.Next++;

            // Latest wins here too: what still waits is older than this.
            if (channel.Waiting is { } older) DropUnsent(older);
            channel.Waiting = message;
        }

        for (var index = 0; index < count; index++) _unreliable.Add(_endpoint.Pool.RentFrame(message, number, index, count));
        _unreliableBytes += message.Length;

        // What needs more than a round trip to leave would arrive late: the oldest goes instead.
        while (_unreliableBytes > Math.Max(_congestion.WindowBytes, message.Length))
        {
            var oldest = TakeUnreliable();
            DropUnsent(oldest.Message);
            DropUnreliable(oldest);
        }
    }

    private void DropUnsent(OutgoingMessage message)
    {
        if (!message.IsLost) Interlocked.Increment(ref _endpoint.Totals.MessagesDropped);
        message.IsLost = true;
    }

    private OutgoingFrame TakeUnreliable()
    {
        var frame = _unreliable.Take();
        _unreliableBytes -= frame.PayloadBytes;
        if (frame.Message.Mode == DeliveryMode.Sequenced && _sequenced[frame.Message.Channel] is var channel && channel.Waiting == frame.Message) channel.Waiting = null;
        return frame;
    }

    private void DropUnreliable(OutgoingFrame frame)
    {
        frame.Message.IsLost = true;
        Settle(frame);
    }

    /// <summary>A frame's fate is known: with the last one of a message, the message's is.</summary>
    private void Settle(OutgoingFrame frame)
    {
        var message = frame.Message;
        _endpoint.Pool.Return(frame);
        if (--message.OpenFragments > 0) return;
        if (message.IsReliable) _openReliable--;
        _deliveries.Set(message.Id, message.IsLost ? DeliveryState.Lost : DeliveryState.Received);
        Complete(message);
    }

    private void Complete(OutgoingMessage message)
    {
        Interlocked.Add(ref _queuedBytes, -message.Length);
        _endpoint.Pool.Return(message);
    }

    private SendChannel ChannelOf(OutgoingMessage message)
    {
        if (message.Mode == DeliveryMode.ReliableUnordered) return _unordered ??= new SendChannel();
        if (message.Channel >= _ordered.Length) Array.Resize(ref _ordered, message.Channel + 1);
        return _ordered[message.Channel] ??= new SendChannel();
    }

    /// <summary>Puts a channel at the end of the round, if it has something that its window lets through.</summary>
    private void List(SendChannel channel)
    {
        if (channel.IsListed || !channel.CanSend) return;
        channel.IsListed = true;
        channel.Next = null;
        if (_lastChannel is null) _firstChannel = channel;
        else _lastChannel.Next = channel;
        _lastChannel = channel;
    }

    private void Unlist()
    {
        var channel = _firstChannel!;
        channel.IsListed = false;
        _firstChannel = channel.Next;
        if (_firstChannel is null) _lastChannel = null;
    }

    private void ReleaseQueues()
    {
        while (!_lost.IsEmpty) DropUnreliable(_lost.Take());
        while (!_unreliable.IsEmpty) DropUnreliable(TakeUnreliable());
        foreach (var channel in _ordered) Release(channel);
        Release(_unordered);
        (_firstChannel, _lastChannel) = (null, null);
        for (var number = _sent.Oldest; number < _sent.Next; number++)
        {
            if (_sent[number].State != SentPacketState.Outstanding) continue;
            for (var frame = _sent[number].Frames; frame is not null;)
            {
                var next = frame.Next;
                DropUnreliable(frame);
                frame = next;
            }

            _sent[number].Frames = null;
        }
    }

    private void Release(SendChannel? channel)
    {
        while (channel is { HasWaiting: true }) DropUnreliable(channel.Take());
    }

    private sealed class SequencedChannel
    {
        public uint Next { get; set; }

        public OutgoingMessage? Waiting { get; set; }
    }
}
