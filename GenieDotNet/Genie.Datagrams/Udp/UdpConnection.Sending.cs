using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <content>Makes packets of what waits.</content>
internal sealed partial class UdpConnection
{
    private const long MinRetryMicroseconds = 1_000;

    /// <summary>What was lost goes twice, as probes do (RFC 9002, section 6.2.4): the receiver knows a second copy by its number, and to lose it again costs another round trip.</summary>
    private const int CopiesOfLost = 2;

    private long _bytesSent;
    private long _lastSentAt;
    private long _lastElicitingSentAt;
    private long _pacedUntil = long.MaxValue;
    private int _probesDue;
    private bool _pingDue;
    private bool _reliableFirst;

    /// <summary>True while congestion control holds nothing back: who fills its window is not to send more than it lets him.</summary>
    private bool HasRoomForCopies => _sent.BytesInFlight * 2 < _congestion.WindowBytes;

    private bool HasSomethingToSend => HasFrames || _pingDue || _closeDue;

    /// <summary>Sends as much as congestion control and pacing allow, then an acknowledgement if one is due.</summary>
    public void Flush(long now)
    {
        if (_state is ConnectionState.Connecting or ConnectionState.Closed) return;
        if (EndIfExhausted(now) || (_state == ConnectionState.Closing && !AdvanceClosing(now))) return;
        _pacedUntil = long.MaxValue;
        while (HasSomethingToSend)
        {
            var isUrgent = _probesDue > 0 || _closeDue;
            if (_sent.IsFull || (_sent.BytesInFlight >= _congestion.WindowBytes && !isUrgent)) break;
            var delay = isUrgent ? 0 : _pacer.DelayOf(_mtu.Current, now, _congestion, _roundTrip.Smoothed, _mtu.Current);
            if (delay > 0)
            {
                _pacedUntil = now + delay;
                break;
            }

            SendPacket(now);
            if (_probesDue > 0) _probesDue--;
        }

        _probesDue = 0;

        if (_acknowledgementDue <= now) SendAcknowledgement(now);
        _endpoint.Schedule(this, Math.Max(NextDue(), now + 1));
    }

    private void SendPacket(long now)
    {
        var packet = new SentPacket { Number = _sent.TakeNumber(), SentAtMicroseconds = now, State = SentPacketState.Outstanding };
        var writer = BeginPacket(ref packet, now);
        var start = writer.Length;
        if (_pingDue)
        {
            writer.Write(ControlFrame.Ping);
            _pingDue = false;
        }

        if (_closeDue) WriteClose(ref writer, packet.Number);
        var last = WriteFrames(ref writer, ref packet, null, ref _lost);
        var copies = last is not null && HasRoomForCopies ? CopiesOfLost : 1;
        _reliableFirst = !_reliableFirst;
        if (_reliableFirst) last = WriteReliable(ref writer, ref packet, last);
        last = WriteUnreliable(ref writer, ref packet, last);
        if (!_reliableFirst) WriteReliable(ref writer, ref packet, last);

        // All that waited was outdated: a packet that asks for an acknowledgement must have something that does.
        if (writer.Length == start) writer.Write(ControlFrame.Ping);
        Transmit(ref writer, ref packet, now, copies);
    }

    /// <summary>A packet of a size that may not arrive, with nothing in it that would be missed.</summary>
    private void SendMtuProbe(int bytes, long now)
    {
        var packet = new SentPacket { Number = _sent.TakeNumber(), SentAtMicroseconds = now, State = SentPacketState.Outstanding, IsMtuProbe = true };
        var writer = BeginPacket(ref packet, now, bytes);
        writer.Write(ControlFrame.Ping);
        writer.Next(writer.Room).Clear();
        Transmit(ref writer, ref packet, now);
    }

    private void SendAcknowledgement(long now)
    {
        if (_sent.OutstandingCount > 0 && _sent.IsFull)
        {
            // Again when the oldest may be settled, instead of at every look.
            _acknowledgementDue = now + Math.Max(_maxDelay, MinRetryMicroseconds);
            return;
        }

        var packet = new SentPacket { Number = _sent.TakeNumber() };
        var writer = BeginPacket(ref packet, now);
        Count(SendTo(writer, packet.Number, RemoteAddress), now);
    }

    /// <summary>
    /// One control frame with eight bytes, from and to whatever path; nobody waits for its acknowledgement. It has none itself: two such packets are
    /// less than three times what they answer, which may come from an address that has not shown that it receives (RFC 9000, section 8).
    /// </summary>
    private void SendPathFrame(byte kind, ulong token, in DatagramAddress to, long now)
    {
        if (_sent.OutstandingCount > 0 && _sent.IsFull) return;
        var packet = new SentPacket { Number = _sent.TakeNumber() };
        var writer = BeginPacket(ref packet, now, canAcknowledge: false);
        writer.Write(kind);
        writer.Write(token);
        Count(SendTo(writer, packet.Number, to), now);
    }

    private WireWriter BeginPacket(ref SentPacket packet, long now, int bytes = 0, bool canAcknowledge = true)
    {
        _protection?.UpdateIfDue(_largestAcknowledged, now);
        var writer = new WireWriter(_endpoint.PacketBuffer.AsSpan(0, (bytes == 0 ? _mtu.Current : bytes) - TagBytes));
        var hasAcknowledgement = canAcknowledge && _received.Largest > _received.KnownUpTo;
        writer.Write((byte)(PacketFormat.DataBit | (hasAcknowledgement ? PacketFormat.AcknowledgementBit : 0) | (_protection?.PhaseBit ?? 0)));
        writer.Write(RemoteId);
        writer.Write((uint)packet.Number);
        packet.Acknowledged = -1;
        if (!hasAcknowledgement) return writer;
        packet.Acknowledged = _received.Largest;
        _received.WriteAcknowledgement(ref writer, now - _largestReceivedAt);
        _acknowledgementDue = long.MaxValue;
        _unacknowledged = 0;
        return writer;
    }

    private void Transmit(ref WireWriter writer, ref SentPacket packet, long now, int copies = 1)
    {
        packet.Bytes = SendTo(writer, packet.Number, RemoteAddress, copies);
        Count(copies * packet.Bytes, now);
        _sent.Add(packet);
        _pacer.OnSent(copies * packet.Bytes);
        _lastElicitingSentAt = now;
    }

    private void Count(int bytes, long now)
    {
        _bytesSent += bytes;
        _lastSentAt = now;
    }

    private OutgoingFrame? WriteReliable(ref WireWriter writer, ref SentPacket packet, OutgoingFrame? last)
    {
        while (_firstChannel is { } channel)
        {
            if (channel.First.EncodedBytes > writer.Room) break;
            last = Append(ref writer, ref packet, last, channel.Take());

            // The next packet's room is another channel's; one that its window blocks is listed again by an acknowledgement.
            if (channel.CanSend && channel.First.EncodedBytes <= writer.Room) continue;
            Unlist();
            List(channel);
            if (channel.IsListed) break;
        }

        return last;
    }

    private OutgoingFrame? WriteUnreliable(ref WireWriter writer, ref SentPacket packet, OutgoingFrame? last)
    {
        while (_unreliable.First is { } frame)
        {
            if (frame.Message.IsLost)
            {
                DropUnreliable(TakeUnreliable());
                continue;
            }

            if (frame.EncodedBytes > writer.Room) break;
            if (frame.Count == 1) _deliveries.SetPacket(frame.Message.Id, packet.Number);
            last = Append(ref writer, ref packet, last, TakeUnreliable());
        }

        return last;
    }

    private static OutgoingFrame? WriteFrames(ref WireWriter writer, ref SentPacket packet, OutgoingFrame? last, ref FrameQueue queue)
    {
        while (queue.First is { } frame && frame.EncodedBytes <= writer.Room) last = Append(ref writer, ref packet, last, queue.Take());
        return last;
    }

    private static OutgoingFrame Append(ref WireWriter writer, ref SentPacket packet, OutgoingFrame? last, OutgoingFrame frame)
    {
        frame.Write(ref writer);
        if (last is null) packet.Frames = frame;
        else last.Next = frame;
        packet.IsReliable |= frame.Message.IsReliable;
        return frame;
    }
}
