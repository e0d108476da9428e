namespace Genie.Datagrams.Udp;

/// <content>What is due when.</content>
internal sealed partial class UdpConnection
{
    private readonly long _keepAlive;
    private readonly long _idleTimeout;
    private long _keepAliveTriedAt;

    private long KeepAliveAt => Math.Max(_lastSentAt, _keepAliveTriedAt) + _keepAlive;

    /// <summary>Does what is due and sends what may be sent.</summary>
    public void OnTimer(long now)
    {
        if (_state == ConnectionState.Closed) return;
        if (Handshake is { } handshake)
        {
            handshake.OnTimer(now);
            if (Handshake is not null) _endpoint.Schedule(this, handshake.NextDue);
            return;
        }

        if (now - _lastReceivedAt >= _idleTimeout)
        {
            Close(DisconnectReason.Timeout, default);
            return;
        }

        if (_lossAt <= now) DetectLosses(now);
        if (TimeoutAt() <= now) OnTimeout(now);
        if (KeepAliveAt <= now) BeginKeepAlive(now);
        if (_mtu.NextAt <= now && _mtu.TryStartProbe(now) is > 0 and var bytes) SendMtuProbe(bytes, now);
        Flush(now);
    }

    /// <summary>Whatever the window says: a full window in an outage is when the other side most needs to be asked.</summary>
    private void BeginKeepAlive(long now)
    {
        _keepAliveTriedAt = now;
        _pingDue = true;
        _probesDue = Math.Max(_probesDue, 1);
    }

    private long TimeoutAt() => _sent.OutstandingCount == 0 ? long.MaxValue : TimeoutSince() + _roundTrip.TimeoutAfter(_timeouts, _remoteMaxDelay);

    /// <summary>
    /// Usually from the last packet (RFC 9002, section 6.2.1), since later ones bring out the loss of earlier ones. Of a thin stream the next one comes late, and would start the timer anew: there
    /// it is from the oldest reliable packet, as in RFC 6298, section 5.
    /// </summary>
    private long TimeoutSince() => IsThin ? _sent[_sent.OldestReliable].SentAtMicroseconds : _lastElicitingSentAt;

    private long NextDue()
    {
        var due = Math.Min(Math.Min(_acknowledgementDue, _lossAt), Math.Min(_pacedUntil, _mtu.NextAt));
        due = Math.Min(due, Math.Min(TimeoutAt(), KeepAliveAt));
        return Math.Min(due, Math.Min(_lastReceivedAt + _idleTimeout, _state == ConnectionState.Closing ? _closeAt : long.MaxValue));
    }
}
