namespace Genie.Rpc.Quic;

/// <summary>
/// A deadline that is set for each of many calls, one after the other. Its timer stays as it was set and looks, when it fires, whether there is
/// still something to wait for: calls that end in time, which are nearly all, touch no timer.
/// </summary>
internal sealed class LazyDeadline : IDisposable
{
    private const long None = long.MaxValue;

    private readonly Action _passed;
    private readonly Timer _timer;
    private long _deadline = None;
    private long _timerDue = None;

    /// <param name="passed">Called when a deadline has passed; <see cref="Stop"/> may come meanwhile.</param>
    public LazyDeadline(Action passed)
    {
        _passed = passed;
        // The timer must not hold the context of whoever made the first call.
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
            _timer = new Timer(static deadline => ((LazyDeadline)deadline!).Fire(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Sets the deadline; <see cref="Timeout.InfiniteTimeSpan"/>: none.</summary>
    public void Start(TimeSpan timeout)
    {
        if (timeout == Timeout.InfiniteTimeSpan) return;
        var deadline = Environment.TickCount64 + Math.Max(1, (long)timeout.TotalMilliseconds);
        Volatile.Write(ref _deadline, deadline);
        if (deadline < Volatile.Read(ref _timerDue)) Arm(deadline);
    }

    /// <summary>Removes the deadline.</summary>
    public void Stop() => Volatile.Write(ref _deadline, None);

    /// <inheritdoc/>
    public void Dispose() => _timer.Dispose();

    private void Fire()
    {
        Volatile.Write(ref _timerDue, None);
        // A call that starts from here on arms the timer itself.
        Interlocked.MemoryBarrier();
        var deadline = Volatile.Read(ref _deadline);
        if (deadline == None) return;
        if (deadline > Environment.TickCount64) Arm(deadline);
        else if (Interlocked.CompareExchange(ref _deadline, None, deadline) == deadline) _passed();
    }

    private void Arm(long due)
    {
        Volatile.Write(ref _timerDue, due);
        try
        {
            _timer.Change(Math.Clamp(due - Environment.TickCount64, 1, int.MaxValue), Timeout.Infinite);
        }
        catch (ObjectDisposedException)
        {
            // The call was the last one.
        }
    }
}
