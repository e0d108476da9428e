namespace Genie.Datagrams.Simulation;

/// <summary>A timer of a simulated network's clock. Its callback runs in the network's one thread.</summary>
internal sealed class SimulatedTimer(SimulatedTime time, Action callback) : ITimer
{
    private long _period;
    private int _setting;
    private bool _isDisposed;

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        if (_isDisposed) return false;
        _setting++;
        _period = period > TimeSpan.Zero ? (long)period.TotalMicroseconds : 0;
        if (dueTime >= TimeSpan.Zero) Arm(time.Microseconds + (long)Math.Ceiling(dueTime.TotalMicroseconds));
        return true;
    }

    public void Dispose()
    {
        _setting++;
        _isDisposed = true;
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }

    private void Arm(long at)
    {
        var setting = _setting;
        time.Schedule!(at, () =>
        {
            // Set anew or disposed since: the event stays in the network's queue and does nothing.
            if (setting != _setting) return;
            if (_period > 0) Arm(at + _period);
            callback();
        });
    }
}
