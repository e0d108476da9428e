using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <content>Reads packets.</content>
internal sealed partial class UdpConnection
{
    /// <summary>An acknowledgement goes out at once for so many packets.</summary>
    private const int PacketsAnAcknowledgement = 8;

    private readonly Dictionary<byte, uint> _latestSequenced = [];
    private OrderedReceiver?[] _orderedReceivers = [];
    private UnorderedReceiver? _unorderedReceiver;
    private long _acknowledgementDue = long.MaxValue;
    private long _largestReceivedAt;
    private long _lastReceivedAt;
    private long _maxDelay;
    private int _unacknowledged;
    private bool _isEliciting;
    private long _packetsReceived;
    private long _duplicatesReceived;
    private long _messagesReceived;
    private long _bytesReceived;

    /// <summary>Takes a data packet that carries this connection's id.</summary>
    public void OnPacket(Span<byte> datagram, in DatagramAddress from, long now)
    {
        if (_state is ConnectionState.Connecting or ConnectionState.Closed) return;
        var number = PacketFormat.Expand(BitConverter.ToUInt32(datagram[(PacketFormat.HeaderBytes - sizeof(uint))..]), _seen.Largest);
        if (_seen.Contains(number))
        {
            _duplicatesReceived++;
            return;
        }

        if (!TryOpen(datagram, number, now)) return;

        // Whatever becomes of it: what it holds is sent again in another packet, and only a replay is this one.
        _seen.Add(number);
        var reader = new WireReader(datagram[PacketFormat.HeaderBytes..^TagBytes]);
        if ((datagram[0] & PacketFormat.AcknowledgementBit) != 0 && !ReadAcknowledgement(ref reader, now))
        {
            Fail(now);
            return;
        }

        (_isEliciting, _challengeToAnswer) = (false, null);
        var outcome = ReadFrames(ref reader, from, now);
        if (_state == ConnectionState.Closed || outcome == FrameOutcome.NoRoom) return;
        if (outcome == FrameOutcome.Violation || reader.IsInvalid || _isBroken) Fail(now);
        else Accept(number, datagram.Length, from, now);
        if (_challengeToAnswer is { } token && _state != ConnectionState.Closed) SendPathFrame(ControlFrame.PathResponse, token, from, now);
        if (_remoteClose is var (reason, data)) FollowRemoteClose(reason, data, now);
    }

    /// <summary>Hands a message to the application.</summary>
    public void Deliver(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel, long number, bool isCompressed)
    {
        if (_state == ConnectionState.Closed || _isBroken) return;
        if (mode == DeliveryMode.Sequenced)
        {
            if (IsOutdated(channel, (uint)number)) return;
            _latestSequenced[channel] = (uint)number;
        }

        if (isCompressed) DeliverCompressed(message, mode, channel);
        else Deliver(message, mode, channel);
    }

    private void Accept(long number, int bytes, in DatagramAddress from, long now)
    {
        var isGap = _received.Add(number);
        _packetsReceived++;
        _bytesReceived += bytes;
        _lastReceivedAt = now;
        if (number == _received.Largest)
        {
            _largestReceivedAt = now;
            if (from != RemoteAddress) OnOtherPath(from, now);
        }

        _endpoint.MarkDirty(this);
        if (!_isEliciting) return;
        _unacknowledged++;
        _acknowledgementDue = isGap || _unacknowledged >= PacketsAnAcknowledgement ? now : Math.Min(_acknowledgementDue, now + _maxDelay);
    }

    private FrameOutcome ReadFrames(ref WireReader reader, in DatagramAddress from, long now)
    {
        var result = FrameOutcome.Taken;
        while (reader.Left > 0 && !reader.IsInvalid)
        {
            var first = reader.ReadByte();
            var kind = first & FrameKind.Mask;
            if (kind == FrameKind.Padding) return first == 0 ? result : FrameOutcome.Violation;
            var outcome = kind == FrameKind.Control ? ReadControl(first, ref reader, from, now) : ReadMessage(first, ref reader, now);
            if (outcome == FrameOutcome.Violation || _state == ConnectionState.Closed) return outcome;

            // The frames after it may be those that make room.
            if (outcome == FrameOutcome.NoRoom) result = outcome;
        }

        return result;
    }

    private FrameOutcome ReadControl(byte kind, ref WireReader reader, in DatagramAddress from, long now)
    {
        switch (kind)
        {
            case ControlFrame.Ping:
                _isEliciting = true;
                return FrameOutcome.Taken;
            case ControlFrame.Close:
                ReadClose(ref reader);
                return FrameOutcome.Taken;
            case ControlFrame.PathChallenge:
                _challengeToAnswer = reader.ReadUInt64();
                return FrameOutcome.Taken;
            case ControlFrame.PathResponse:
                OnPathResponse(reader.ReadUInt64(), from, now);
                return FrameOutcome.Taken;
            default:
                return FrameOutcome.Violation;
        }
    }

    private FrameOutcome ReadMessage(byte kind, ref WireReader reader, long now)
    {
        var mode = (DeliveryMode)(kind & FrameKind.Mask);
        if (mode > DeliveryMode.ReliableOrdered || kind >= FrameKind.CompressedBit << 1) return FrameOutcome.Violation;
        _isEliciting = true;
        var isFragment = (kind & FrameKind.FragmentBit) != 0;
        var isCompressed = (kind & FrameKind.CompressedBit) != 0;
        var channel = (kind & FrameKind.ChannelBit) != 0 ? reader.ReadByte() : (byte)0;
        var number = mode == DeliveryMode.Sequenced ? reader.ReadUInt32()
            : mode == DeliveryMode.Unreliable && !isFragment ? 0u
            : reader.ReadUInt16();
        var index = isFragment ? reader.ReadVariable() : 0;
        var count = isFragment ? reader.ReadVariable() : 1;
        var payload = reader.Read(reader.ReadVariable());
        if (reader.IsInvalid) return FrameOutcome.Violation;
        var frame = new IncomingFrame { Mode = mode, Channel = channel, Number = number, IsCompressed = isCompressed, Index = index, Count = count, Payload = payload };
        return IsPlausible(frame, isFragment) ? Take(frame, now) : FrameOutcome.Violation;
    }

    private bool IsPlausible(in IncomingFrame frame, bool isFragment)
    {
        if (frame.Payload.Length > PacketFormat.FragmentBytes) return false;
        if (!isFragment) return frame.Payload.Length <= _options.MaxMessageBytes;
        var (index, count) = (frame.Index, frame.Count);
        if (count < 2 || index >= count || (index < count - 1 && frame.Payload.Length != PacketFormat.FragmentBytes) || frame.Payload.IsEmpty) return false;
        return frame.Mode >= DeliveryMode.ReliableUnordered
            ? (long)(count - 1) * PacketFormat.FragmentBytes < _options.MaxMessageBytes
            : count <= PacketFormat.MaxUnreliableFragments;
    }

    private FrameOutcome Take(in IncomingFrame frame, long now)
    {
        switch (frame.Mode)
        {
            case DeliveryMode.ReliableOrdered:
                if (frame.Channel >= _orderedReceivers.Length) Array.Resize(ref _orderedReceivers, frame.Channel + 1);
                return (_orderedReceivers[frame.Channel] ??= new OrderedReceiver(frame.Channel, _budget)).Add(frame, this);
            case DeliveryMode.ReliableUnordered:
                return (_unorderedReceiver ??= new UnorderedReceiver(_partials)).Add(frame, this, now);
            case DeliveryMode.Sequenced when IsOutdated(frame.Channel, frame.Number):
                return FrameOutcome.Taken;
            default:
                if (frame.Count > 1) return _partials.Add(frame, frame.Number, isNext: false, this, now);
                Deliver(frame.Payload, frame.Mode, frame.Channel, frame.Number, frame.IsCompressed);
                return FrameOutcome.Taken;
        }
    }

    private bool IsOutdated(byte channel, uint number) => _latestSequenced.TryGetValue(channel, out var latest) && (int)(number - latest) <= 0;
}
