using System.Diagnostics;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <content>How the connection begins and ends. All but <see cref="Disconnect"/> under the endpoint's lock.</content>
internal sealed partial class LiteNetConnection
{
    private readonly long _startedAt;
    private byte[] _hello;
    private byte[] _closeData = [];
    private long _closingAt;
    private bool _isConnectCancelled;
    private bool _isEstablished;

    public override void Disconnect(ReadOnlySpan<byte> data = default)
    {
        MessageTooLargeException.ThrowIfAbove(data.Length, DatagramOptions.MaxHandshakeDataBytes);
        lock (_sendLock)
        {
            if (_state is ConnectionState.Closing or ConnectionState.Closed) return;
            (_isConnectCancelled, _closeData, _closingAt) = (_state == ConnectionState.Connecting, data.ToArray(), Stopwatch.GetTimestamp());
            _state = ConnectionState.Closing;
        }

        _endpoint.Post(this, isUrgent: true);
    }

    /// <summary>At the server: tells the client that it is taken, before anything else.</summary>
    public void SendAccept(ReadOnlySpan<byte> data)
    {
        Span<byte> accept = stackalloc byte[LiteNetFormat.AcceptHeadBytes + data.Length];
        LiteNetFormat.WriteAccept(accept, Options.MaxMessageBytes, data);
        SendReliably(_peer!, new OutgoingMessage(id: 0, DeliveryMode.ReliableOrdered, channel: 0, [], LiteNetFormat.HeadBytes(DeliveryMode.ReliableOrdered)), accept, DeliveryMethod.ReliableOrdered);
    }

    /// <summary>Tells the handler that the connection stands.</summary>
    public void OnEstablished(ReadOnlySpan<byte> handshakeData)
    {
        try
        {
            _endpoint.Handler.OnConnected(this, handshakeData);
        }
        catch (Exception error)
        {
            OnHandlerFailed(error);
        }
    }

    /// <summary>LiteNetLib has ended the connection.</summary>
    public void OnEnded(DisconnectInfo info)
    {
        var farewell = info.AdditionalData is { IsNull: false } reader ? reader.GetRemainingBytesSpan() : default;
        ReadOnlySpan<byte> data = default;
        var reason = info.Reason switch
        {
            global::LiteNetLib.DisconnectReason.RemoteConnectionClose => LiteNetFormat.ReadFarewell(farewell, DisconnectReason.EndpointClosed, out data),
            global::LiteNetLib.DisconnectReason.ConnectionRejected => LiteNetFormat.ReadFarewell(farewell, DisconnectReason.Refused, out data),
            global::LiteNetLib.DisconnectReason.InvalidProtocol => DisconnectReason.VersionMismatch,
            global::LiteNetLib.DisconnectReason.Timeout => DisconnectReason.Timeout,
            global::LiteNetLib.DisconnectReason.DisconnectPeerCalled => DisconnectReason.Local,
            global::LiteNetLib.DisconnectReason.Reconnect or global::LiteNetLib.DisconnectReason.PeerToPeerConnection or global::LiteNetLib.DisconnectReason.PeerNotFound =>
                _state == ConnectionState.Closing ? DisconnectReason.Local : DisconnectReason.Reset,
            _ => DisconnectReason.NoAnswer,
        };
        End(reason, data);
    }

    /// <summary>Ends the connection here, and tells the remote side once.</summary>
    public void CloseNow(DisconnectReason reason, DisconnectReason remoteReason, ReadOnlySpan<byte> data = default)
    {
        if (_state == ConnectionState.Closed) return;
        var peer = _peer;
        End(reason, default);
        peer?.Disconnect(LiteNetFormat.Farewell(remoteReason, data));
    }

    /// <summary>The time-outs of beginning and ending.</summary>
    public void CheckTimes(long now)
    {
        if (_state == ConnectionState.Connecting && Stopwatch.GetElapsedTime(_startedAt, now) >= Options.ConnectTimeout) CloseNow(DisconnectReason.NoAnswer, DisconnectReason.Remote);
        else if (_state == ConnectionState.Closing) AdvanceClosing();
    }

    private void Open()
    {
        if (_state != ConnectionState.Connecting) return;
        try
        {
            var remote = RemoteAddress.ToEndPoint();
            var socket = _endpoint.SocketFor(remote);
            Use(socket, socket.Connect(remote, _hello));
            _hello = [];
        }
        catch (CannotBindEndpointException error)
        {
            EndError = error;
            End(DisconnectReason.NoAnswer, default);
        }
    }

    /// <summary>At the client: the first message says that it is taken.</summary>
    private void OnAccept(ReadOnlySpan<byte> message)
    {
        if (!LiteNetFormat.TryReadAccept(message, out var maxMessageBytes, out var data))
        {
            CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
            return;
        }

        lock (_sendLock)
        {
            // Unless this side has called for the end meanwhile.
            if (_state != ConnectionState.Connecting) return;
            _state = ConnectionState.Connected;
        }

        (_remoteMaxMessageBytes, _isOpen, _isEstablished) = (maxMessageBytes, true, true);
        _endpoint.OnEstablished(this);
        OnEstablished(data);
        _endpoint.Post(this, isUrgent: false);
    }

    /// <summary>A connection that does not stand yet ends at once, any other when all that is reliable has arrived.</summary>
    private void AdvanceClosing()
    {
        var isDelivered = _openReliable == 0 && _outbox.IsEmpty;
        if (!_isConnectCancelled && !isDelivered && Stopwatch.GetElapsedTime(_closingAt, Stopwatch.GetTimestamp()) < Options.LingerTimeout) return;

        // What is unreliable and was sent before goes before.
        if (!_isConnectCancelled) Socket?.Update();
        CloseNow(DisconnectReason.Local, DisconnectReason.Remote, _closeData);
    }

    private void End(DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        lock (_sendLock)
        {
            if (_state == ConnectionState.Closed) return;
            SetEndReason(reason);
            _state = ConnectionState.Closed;
        }

        ReleaseOutbox();
        if (Socket is { } socket) socket.Connections--;
        _endpoint.OnEnded(this, reason, data);
    }
}
