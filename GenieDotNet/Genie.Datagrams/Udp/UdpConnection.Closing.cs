using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Udp;

/// <content>The end of a connection.</content>
internal sealed partial class UdpConnection
{
    private const int CloseAttempts = 3;

    private byte[] _closeData = [];
    private DisconnectReason _closeReason;
    private long _lingerUntil;
    private long _closeAt = long.MaxValue;
    private long _closePacket = long.MaxValue;
    private int _closeAttempts;
    private bool _closeDue;
    private bool _isCloseKnown;
    private (DisconnectReason Reason, byte[] Data)? _remoteClose;

    /// <summary>Ends the connection when everything reliable is delivered.</summary>
    public void BeginClosing(ReadOnlySpan<byte> data, long now)
    {
        if (_state == ConnectionState.Connecting) Close(DisconnectReason.Local, default);
        if (_state != ConnectionState.Connected) return;
        _state = ConnectionState.Closing;
        _closeData = data.ToArray();
        _closeReason = DisconnectReason.Remote;
        _lingerUntil = now + (long)_options.LingerTimeout.TotalMicroseconds;
        if (AdvanceClosing(now)) _endpoint.MarkDirty(this);
    }

    /// <summary>Tells the remote side once, without waiting for anything, and forgets the connection.</summary>
    public void CloseNow(DisconnectReason reason, DisconnectReason remoteReason, long now)
    {
        if (_state == ConnectionState.Closed) return;
        if (_state != ConnectionState.Connecting)
        {
            _closeReason = remoteReason;
            _closeDue = true;
            SendPacket(now);
        }

        Close(reason, default);
    }

    /// <summary>Ends the connection here, and tells the handler.</summary>
    public void Close(DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        if (_state == ConnectionState.Closed) return;
        _state = ConnectionState.Closed;
        SetEndReason(reason);
        Handshake?.Keys?.Dispose();
        Handshake = null;
        _protection?.Dispose();
        ReleaseQueues();
        foreach (var receiver in _orderedReceivers) receiver?.Release();
        _partials.Release();
        _endpoint.Remove(this);
        _endpoint.OnDisconnected(this, reason, data);
    }

    /// <summary>The other side does not know the connection any more.</summary>
    public void OnReset()
    {
        if (_state == ConnectionState.Closing) Close(DisconnectReason.Local, default);
        else Close(DisconnectReason.Reset, default);
    }

    private void Fail(long now) => CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation, now);

    /// <summary>The next step of closing.</summary>
    /// <returns>False if the connection has ended.</returns>
    private bool AdvanceClosing(long now)
    {
        if (_isCloseKnown || (_closeAttempts == CloseAttempts && now >= _closeAt))
        {
            Close(DisconnectReason.Local, default);
            return false;
        }

        if (_openReliable > 0 && now < _lingerUntil && _closeAttempts == 0)
        {
            _closeAt = _lingerUntil;
            return true;
        }

        if (_closeAttempts == 0 || now >= _closeAt)
        {
            _closeDue = true;
            _closeAt = now + _roundTrip.TimeoutAfter(_closeAttempts, _remoteMaxDelay);
            _closeAttempts++;
        }

        return true;
    }

    private void WriteClose(ref WireWriter writer, long packet)
    {
        _closeDue = false;
        _closePacket = Math.Min(_closePacket, packet);
        writer.Write(ControlFrame.Close);
        writer.Write((byte)_closeReason);
        writer.Write((ushort)_closeData.Length);
        writer.Write(_closeData);
    }

    private void ReadClose(ref WireReader reader)
    {
        var reason = (DisconnectReason)reader.ReadByte();
        var data = reader.Read(reader.ReadUInt16());
        if (reader.IsInvalid) return;
        _remoteClose = (reason is DisconnectReason.Local or >= DisconnectReason.Timeout ? DisconnectReason.Remote : reason, data.ToArray());
    }

    /// <summary>After the packet with the other side's close is noted: it waits for the acknowledgement. If that is lost, a reset answers its repetition.</summary>
    private void FollowRemoteClose(DisconnectReason reason, byte[] data, long now)
    {
        SendAcknowledgement(now);
        Close(reason, data);
    }
}
