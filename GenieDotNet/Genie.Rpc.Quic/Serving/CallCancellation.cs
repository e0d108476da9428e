using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>The token of the calls of one stream, one after the other: cancelled by the caller's leaving, by the deadline and by the service's end.</summary>
internal sealed class CallCancellation : IDisposable
{
    private readonly Lock _gate = new();
    private readonly LazyDeadline _deadline;
    private readonly CancellationTokenRegistration _stopping;
    private CancellationTokenSource _source = new();
    private long _deadlineMilliseconds = LazyDeadline.None;
    private bool _isFinal;

    /// <param name="stop">The service's end.</param>
    public CallCancellation(CancellationToken stop)
    {
        _deadline = new LazyDeadline(PassDeadline);
        _stopping = stop.UnsafeRegister(static calls => ((CallCancellation)calls!).CancelAll(), this);
    }

    /// <summary>The token of the call that is being handled.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>True if the call's deadline has passed.</summary>
    public bool IsDeadlinePassed { get; private set; }

    /// <summary>Begins a call.</summary>
    public void Start(TimeSpan timeout)
    {
        lock (_gate)
        {
            if (IsDeadlinePassed || !_source.TryReset()) Renew();
            _deadlineMilliseconds = _deadline.Start(timeout);
        }
    }

    /// <summary>Ends a call.</summary>
    public void Stop() => _deadline.Stop();

    /// <summary>Cancels the call that is being handled and all that come.</summary>
    public void CancelAll()
    {
        CancellationTokenSource source;
        lock (_gate)
        {
            _isFinal = true;
            source = _source;
        }

        source.Cancel();
    }

    /// <summary>Cancels when the other side wants no answer any more, or the connection is lost.</summary>
    public async Task FollowAsync(QuicStream stream)
    {
        try
        {
            await stream.WritesClosed;
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            CancelAll();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stopping.Dispose();
        _deadline.Dispose();
    }

    private void Renew()
    {
        IsDeadlinePassed = false;
        if (!_isFinal) _source = new CancellationTokenSource();
    }

    private void PassDeadline(long deadline)
    {
        CancellationTokenSource source;
        lock (_gate)
        {
            // That of a call that has ended is no matter of the next one.
            if (deadline != _deadlineMilliseconds) return;
            IsDeadlinePassed = true;
            source = _source;
        }

        source.Cancel();
    }
}
