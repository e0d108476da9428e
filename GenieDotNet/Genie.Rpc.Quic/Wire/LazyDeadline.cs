namespace Genie.Rpc.Quic;

/// <summary>
/// A deadline that is set for each of many calls, one after the other. Its timer stays as it was set and looks, when it fires, whether there is
/// still something to wait for: calls that end in time, which are nearly all, touch no timer.
/// </summary>
internal sealed class LazyDeadline : IDisposable
{
    /// <summary>No deadline.</summary>
    public const long None = long.MaxValue;

    private readonly Action<long> _passed;
    private readonly Timer _timer;
    private long _deadline = None;
    private long _timerDue = None;

    /// <param name="passed">Called with the deadline that has passed; its call may have ended, and another have started, meanwhile.</param>
    public LazyDeadline(Action<long> passed)
    {
        _passed = passed;
        // The timer must not hold the context of whoever made the first call.
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
            _timer = new Timer(static deadline => ((LazyDeadline)deadline!).Fire(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Sets the deadline, and returns it; <see cref="Timeout.InfiniteTimeSpan"/>: none.</summary>
    public long Start(TimeSpan timeout)
    {
        if (timeout == Timeout.InfiniteTimeSpan) return None;
        var deadline = Environment.TickCount64 + Math.Max(1, (long)timeout.TotalMilliseconds);
        // A full fence, as in Fire: either the timer sees this deadline, or this sees that the timer is to be set.
        Interlocked.Exchange(ref _deadline, deadline);
        if (deadline < Volatile.Read(ref _timerDue)) Arm(deadline);
        return deadline;
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
        else if (Interlocked.CompareExchange(ref _deadline, None, deadline) == deadline) _passed(deadline);
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
