using System.Buffers;
using Genie.Observing;

namespace Genie.Datagrams.Tcp;

/// <content>The frames, and the life of the connection. All but writing runs in the endpoint's poll.</content>
internal sealed partial class TcpConnection
{
    private readonly long _startedAt;
    private byte[] _greeting = [];
    private byte[] _joined = [];
    private long _receivedAt;
    private long _sentAt;
    private long _closingAt;

    /// <summary>Whatever messages may be, a handshake is not larger than allowed.</summary>
    private int MaxFrameBytes => Math.Max(_endpoint.Options.MaxMessageBytes, TcpFormat.MaxIntroductionBytes);

    /// <summary>Hands over what has arrived.</summary>
    /// <returns>How many messages.</returns>
    public int Process()
    {
        if (_state == ConnectionState.Closed) return 0;
        var before = _messagesReceived;
        if (_input.Reader.TryRead(out var result))
        {
            _receivedAt = _endpoint.Options.Time.GetTimestamp();
            var buffer = result.Buffer;
            var status = 1;
            while (_state != ConnectionState.Closed && (status = TcpFormat.TryRead(ref buffer, MaxFrameBytes, out var frame)) > 0) Take(frame);
            if (_state != ConnectionState.Closed) _input.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (result.IsCompleted && status >= 0) OnInputEnded();
            if (status < 0) CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
        }

        return (int)(_messagesReceived - before);
    }

    /// <summary>Ends the connection here, and tells the remote side if it still listens.</summary>
    public void CloseNow(DisconnectReason reason, DisconnectReason remoteReason)
    {
        if (_state == ConnectionState.Closed) return;

        // A client whose first frame is none has not been written to yet.
        if (_isServerReady && _state == ConnectionState.Connecting) _ = WriteAsync(_stream!, CancellationToken.None);
        CompleteOutput(remoteReason, default);
        Close(reason, default);
    }

    /// <summary>Keep-alives and timeouts.</summary>
    public void CheckTimes(long now)
    {
        var (time, options) = (_endpoint.Options.Time, _endpoint.Options);
        if (_state == ConnectionState.Connecting)
        {
            if (time.GetElapsedTime(_startedAt, now) >= options.ConnectTimeout) Close(DisconnectReason.NoAnswer, default);
        }
        else if (time.GetElapsedTime(_receivedAt, now) >= options.IdleTimeout)
        {
            CloseNow(DisconnectReason.Timeout, DisconnectReason.Remote);
        }
        else if (_state == ConnectionState.Closing)
        {
            if (time.GetElapsedTime(_closingAt, now) >= options.LingerTimeout) Close(DisconnectReason.Local, default);
        }
        else if (time.GetElapsedTime(_sentAt, now) >= options.KeepAliveInterval)
        {
            lock (_sendLock)
            {
                if (!_isOutputComplete) WriteFrame(TcpFormat.KeepAlive, default);
            }
        }
    }

    private void Take(in ReadOnlySequence<byte> frame)
    {
        var length = (int)frame.Length;
        var bytes = frame.IsSingleSegment ? frame.FirstSpan : Join(frame, length);
        switch (bytes[0])
        {
            case TcpFormat.KeepAlive: break;
            case TcpFormat.Hello when length >= 2 && !IsClient && _state == ConnectionState.Connecting: OnHello(bytes[1], bytes[2..]); break;
            case TcpFormat.Accept when IsClient && _state == ConnectionState.Connecting: OnAccept(bytes[1..]); break;
            case TcpFormat.Close when length >= 2: Close(RemoteReason(bytes[1]), bytes[2..]); break;
            case <= (byte)DeliveryMode.ReliableOrdered when length >= 2 && _state != ConnectionState.Connecting: Deliver(bytes[0], bytes[1], bytes[2..]); break;
            case > TcpFormat.CompressedBit and <= TcpFormat.CompressedBit + (byte)DeliveryMode.ReliableOrdered when length >= 2 && _compression is not null: DeliverCompressed(bytes); break;
            default: CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation); break;
        }
    }

    private static DisconnectReason RemoteReason(byte reason) =>
        (DisconnectReason)reason is DisconnectReason.Local or >= DisconnectReason.Timeout ? DisconnectReason.Remote : (DisconnectReason)reason;

    private ReadOnlySpan<byte> Join(in ReadOnlySequence<byte> frame, int length)
    {
        if (_joined.Length < length) _joined = new byte[Math.Max(length, _joined.Length * 2)];
        frame.CopyTo(_joined);
        return _joined.AsSpan(0, length);
    }

    private void DeliverCompressed(ReadOnlySpan<byte> frame)
    {
        var length = _compression!.TryDecompress(frame[2..], _endpoint.Options.MaxMessageBytes, out var buffer);
        if (length < 0)
        {
            CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
            return;
        }

        Deliver((byte)(frame[0] - TcpFormat.CompressedBit), frame[1], buffer.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(buffer);
    }

    private void Deliver(byte mode, byte channel, ReadOnlySpan<byte> message)
    {
        if (message.Length > _endpoint.Options.MaxMessageBytes)
        {
            CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
            return;
        }

        _messagesReceived++;
        Interlocked.Increment(ref _endpoint.Totals.MessagesReceived);
        try
        {
            _endpoint.Handler.OnMessage(this, message, new MessageInfo((DeliveryMode)mode, channel));
        }
        catch (Exception error)
        {
            OnHandlerFailed(error);
        }
    }

    private void OnHandlerFailed(Exception error)
    {
        Observers.Tell(_endpoint.Options.HandlerFailed, nameof(DatagramOptions.HandlerFailed), this, error);
        CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
    }

    private void WriteFrame(byte kind, ReadOnlySpan<byte> payload, int second = -1)
    {
        Interlocked.Add(ref _queuedBytes, TcpFormat.Write(_output.Writer, kind, payload, second));
        _sentAt = _endpoint.Options.Time.GetTimestamp();

        // Without a limit in the pipe this completes at once; the limit is what is queued.
        var flush = _output.Writer.FlushAsync();
        if (!flush.IsCompletedSuccessfully) _ = flush.AsTask();
    }

    private void EndInput()
    {
        _input.Writer.Complete();
        _endpoint.Enqueue(this);
    }
}
