using Genie.Datagrams.Protocol;
using Genie.Datagrams.Reliability;

namespace Genie.Datagrams.Udp;

/// <content>What the other side has received, and what it has not (RFC 9002, section 6).</content>
internal sealed partial class UdpConnection
{
    private const int InitialReorderingPackets = 3;
    private const int MaxReorderingPackets = 256;
    private const int MaxReorderingShare = 8;

    private long _largestAcknowledged = -1;
    private long _lossAt = long.MaxValue;
    private long _remoteMaxDelay;
    private int _reorderingPackets = InitialReorderingPackets;
    private int _reorderingShare = 1;
    private int _timeouts;
    private long _packetsLost;
    private long _spuriousLosses;

    /// <summary>Reads an acknowledgement: the newest packet, the delay, and a bit for each packet before it.</summary>
    private bool ReadAcknowledgement(ref WireReader reader, long now)
    {
        var largest = PacketFormat.Expand(reader.ReadUInt32(), Math.Max(_largestAcknowledged, 0));
        var delay = reader.ReadUInt16() * (long)PacketFormat.DelayUnitMicroseconds;
        var bits = reader.Read(reader.ReadByte());
        if (reader.IsInvalid || bits.Length > PacketFormat.MaxBitFieldBytes || largest >= _sent.Next || largest < 0) return false;
        var wasLimited = _sent.BytesInFlight * 2 >= _congestion.WindowBytes;
        if (largest > _largestAcknowledged) _largestAcknowledged = largest;
        if (_sent.Holds(largest) && _sent[largest].State == SentPacketState.Outstanding)
        {
            _roundTrip.Add(now - _sent[largest].SentAtMicroseconds, Math.Min(delay, _remoteMaxDelay));
        }

        var isNew = Acknowledge(largest, now, wasLimited);
        for (var i = 0; i < bits.Length; i++)
        {
            var number = largest - 1 - (i * 8);
            if (number < _sent.Oldest && _sent.KeptLost == 0) break;
            for (var rest = bits[i]; rest != 0; rest <<= 1, number--)
            {
                if ((rest & 0x80) != 0) isNew |= Acknowledge(number, now, wasLimited);
            }
        }

        if (!isNew) return true;
        _timeouts = 0;
        DetectLosses(now);
        _endpoint.MarkDirty(this);
        return true;
    }

    private bool Acknowledge(long number, long now, bool wasLimited)
    {
        if (!_sent.Holds(number)) return false;
        ref var packet = ref _sent[number];
        if (packet.State == SentPacketState.Lost) OnLateAcknowledgement(ref packet);
        if (packet.State != SentPacketState.Outstanding) return false;
        var frames = packet.Frames;
        _sent.Settle(ref packet, SentPacketState.Acknowledged);
        _congestion.OnAcknowledged(packet.Bytes, packet.SentAtMicroseconds, now, _roundTrip.Smoothed, wasLimited);
        _received.OnAcknowledgementKnown(packet.Acknowledged);
        if (packet.IsMtuProbe)
        {
            _mtu.OnAcknowledged(packet.Bytes, now);
            _congestion.SetSegmentBytes(_mtu.Current);
        }
        else
        {
            _mtu.OnPacketAcknowledged(packet.Bytes);
        }

        if (number >= _closePacket) _isCloseKnown = true;
        while (frames is not null)
        {
            var next = frames.Next;
            if (frames.Message.IsReliable)
            {
                var channel = ChannelOf(frames.Message);
                channel.OnAcknowledged(frames.Number);
                List(channel);
            }

            Settle(frames);
            frames = next;
        }

        return true;
    }

    /// <summary>The packet was not lost but late: wait longer before the next is taken to be lost (RFC 8985, section 6.2), and undo the reduction.</summary>
    private void OnLateAcknowledgement(ref SentPacket packet)
    {
        _sent.Recover(ref packet);
        _spuriousLosses++;
        _deliveries.OnLateArrival(packet.Number);
        if (!packet.HasTimedOut) WidenReordering(packet.Number);
        _congestion.OnSpuriousLoss(packet.SentAtMicroseconds);
        if (packet.IsMtuProbe) return;
        _received.OnAcknowledgementKnown(packet.Acknowledged);
    }

    private void WidenReordering(long number)
    {
        _reorderingPackets = (int)Math.Clamp(_largestAcknowledged - number + 1, _reorderingPackets, MaxReorderingPackets);
        _reorderingShare = Math.Min(_reorderingShare + 1, MaxReorderingShare);
    }

    private void DetectLosses(long now)
    {
        _lossAt = long.MaxValue;
        if (_sent.OutstandingCount == 0) return;
        var delay = _roundTrip.ReorderingDelay(_reorderingShare);
        for (var number = _sent.Oldest; number < _largestAcknowledged; number++)
        {
            ref var packet = ref _sent[number];
            if (packet.Number != number || packet.State != SentPacketState.Outstanding) continue;
            if (_largestAcknowledged - number >= _reorderingPackets || packet.SentAtMicroseconds + delay <= now) Lose(ref packet, now, isCongestion: true);
            else _lossAt = Math.Min(_lossAt, packet.SentAtMicroseconds + delay);
        }
    }

    private void Lose(ref SentPacket packet, long now, bool isCongestion)
    {
        var (frames, isProbe) = (packet.Frames, packet.IsMtuProbe);
        _sent.Settle(ref packet, SentPacketState.Lost);
        _packetsLost++;
        _endpoint.Totals.PacketsLost++;

        // A probe that does not arrive tells of its size, not of congestion (RFC 8899, section 3).
        if (isProbe) _mtu.OnLost(now);
        else if (isCongestion) _congestion.OnLost(packet.SentAtMicroseconds, now);
        if (!isProbe && _mtu.OnPacketLost(packet.Bytes, now)) _congestion.SetSegmentBytes(_mtu.Current);
        while (frames is not null)
        {
            var next = frames.Next;
            if (frames.Message.IsReliable) _lost.Add(frames);
            else DropUnreliable(frames);
            frames = next;
        }
    }

    /// <summary>True while something reliable is under way and the window is not used: what is sent twice takes nobody's room.</summary>
    private bool IsThin => HasRoomForCopies && _sent.OldestReliable < _sent.Next;

    /// <summary>No acknowledgement came: send the two oldest packets again, or of a thin stream all up to the one that is due; several times in a row, start over with congestion control (section 7.6).</summary>
    private void OnTimeout(long now)
    {
        var (lostUpTo, left) = IsThin ? (_sent.OldestReliable, int.MaxValue) : (_sent.Next, 2);
        _timeouts++;
        if (_timeouts == 2) _congestion.OnTimeouts(now);
        for (; left > 0 && _sent.OutstandingCount > 0 && _sent.Oldest <= lostUpTo; left--)
        {
            _sent[_sent.Oldest].HasTimedOut = true;
            Lose(ref _sent[_sent.Oldest], now, isCongestion: false);
        }

        if (!HasSomethingToSend) _pingDue = true;

        // Whatever the window says: only an answer can tell how the path is (RFC 9002, section 7.5).
        _probesDue = 2;
        _lastElicitingSentAt = now;
    }
}
