using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>Ends a call's stream when its caller cancels or its deadline passes, which ends whatever waits on the stream.</summary>
internal sealed class CallGuard : IDisposable
{
    private readonly Lock _gate = new();
    private readonly QuicStream _stream;
    private readonly LazyDeadline _deadline;
    private CancellationTokenRegistration _registration;
    private long _deadlineMilliseconds;
    private StreamErrorCode _ended;
    private bool _isRunning;

    public CallGuard(QuicStream stream)
    {
        _stream = stream;
        _deadline = new LazyDeadline(deadline => End(StreamErrorCode.Deadline, deadline));
    }

    /// <summary>Begins a call.</summary>
    public void Start(TimeSpan timeout, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            _isRunning = true;
            _ended = StreamErrorCode.None;
            _deadlineMilliseconds = _deadline.Start(timeout);
        }

        if (cancellationToken.CanBeCanceled) _registration = cancellationToken.UnsafeRegister(static guard => ((CallGuard)guard!).End(StreamErrorCode.Cancelled, null), this);
    }

    /// <summary>Ends the call: from now on the stream is left alone. Says by what it was ended before, if it was; may be called again.</summary>
    public StreamErrorCode Stop()
    {
        _deadline.Stop();
        _registration.Dispose();
        _registration = default;
        lock (_gate)
        {
            _isRunning = false;
            return _ended;
        }
    }

    public void Dispose()
    {
        Stop();
        _deadline.Dispose();
    }

    private void End(StreamErrorCode code, long? deadline)
    {
        lock (_gate)
        {
            // The deadline of a call that has ended is no matter of the next one.
            if (!_isRunning || _ended != StreamErrorCode.None || (deadline ?? _deadlineMilliseconds) != _deadlineMilliseconds) return;
            _ended = code;
        }

        _stream.Abort(QuicAbortDirection.Both, (long)code);
    }
}
