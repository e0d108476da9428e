using Genie.Datagrams.Protocol;
using Genie.Observing;

namespace Genie.Datagrams.Tcp;

/// <content>How the connection begins and ends.</content>
internal sealed partial class TcpConnection
{
    private static readonly TimeSpan LastBytesInterval = TimeSpan.FromMilliseconds(10);

    private void OnHello(byte version, ReadOnlySpan<byte> introduction)
    {
        var isReadable = TcpFormat.TryReadIntroduction(introduction, out var compressors, out var data) && version == PacketFormat.Version;
        var decision = isReadable ? ConnectionDecision.Ask(_endpoint.Handler, RemoteAddress, data, _endpoint.HasRoom) : null;
        var reason = decision is null ? DisconnectReason.VersionMismatch : decision.Refusal;
        var answer = decision is null ? default : decision.Data.Span;
        lock (_sendLock)
        {
            if (reason is null) WriteFrame(TcpFormat.Accept, TcpFormat.Introduction(_endpoint.Options, answer));
        }

        _ = WriteAsync(_stream!, CancellationToken.None);
        if (reason is null)
        {
            OnConnected(compressors, data);
            return;
        }

        Interlocked.Increment(ref _endpoint.Totals.HandshakesRefused);
        CompleteOutput(reason.Value, answer);
        Close(DisconnectReason.Local, default, isTold: false);
    }

    private void OnAccept(ReadOnlySpan<byte> introduction)
    {
        if (TcpFormat.TryReadIntroduction(introduction, out var compressors, out var data)) OnConnected(compressors, data);
        else CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
    }

    private void OnConnected(ReadOnlySpan<byte> compressors, ReadOnlySpan<byte> data)
    {
        _compression = Compression.MessageCompression.Negotiate(_endpoint.Options.Compressors, compressors);
        _state = ConnectionState.Connected;
        IsEstablished = true;
        _endpoint.Greeted(this);
        try
        {
            _endpoint.Handler.OnConnected(this, data);
        }
        catch (Exception error)
        {
            OnHandlerFailed(error);
        }
    }

    /// <summary>The last frame: what is sent before it still goes.</summary>
    private void CompleteOutput(DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        lock (_sendLock)
        {
            if (_isOutputComplete) return;
            WriteFrame(TcpFormat.Close, data, (byte)reason);
            _isOutputComplete = true;
            _output.Writer.Complete();
        }
    }

    private void OnInputEnded() => Close(
        _state == ConnectionState.Closing ? DisconnectReason.Local
        : EndError is ServerNotTrustedException ? DisconnectReason.Untrusted
        : _state == ConnectionState.Connecting ? _isMismatch ? DisconnectReason.SecurityMismatch : DisconnectReason.NoAnswer
        : DisconnectReason.Reset,
        default);

    private void Close(DisconnectReason reason, ReadOnlySpan<byte> data, bool isTold = true)
    {
        if (_state == ConnectionState.Closed) return;
        var wasEstablished = IsClient || _state != ConnectionState.Connecting;
        _state = ConnectionState.Closed;
        SetEndReason(reason);
        _endpoint.Remove(this);
        lock (_sendLock)
        {
            if (!_isOutputComplete) _output.Writer.Complete();
            _isOutputComplete = true;
        }

        _ = DisposeLaterAsync();
        if (!isTold || !wasEstablished) return;
        try
        {
            _endpoint.Handler.OnDisconnected(this, reason, data);
        }
        catch (Exception error)
        {
            Observers.Tell(_endpoint.Options.HandlerFailed, nameof(DatagramOptions.HandlerFailed), this, error);
        }
    }

    /// <summary>Lets the last bytes go out before the socket is closed.</summary>
    private async Task DisposeLaterAsync()
    {
        for (var waited = TimeSpan.Zero; QueuedBytes > 0 && waited < _endpoint.Options.LingerTimeout && _socket is { Connected: true }; waited += LastBytesInterval)
        {
            await Task.Delay(LastBytesInterval).ConfigureAwait(false);
        }

        _socket?.Dispose();
        if (_stream is { } stream) await stream.DisposeAsync().ConfigureAwait(false);
    }
}
