namespace Genie.Grains;

/// <summary>A timer of one incarnation of a grain.</summary>
internal sealed class GrainTimer<TMessage>(ITimerMailbox<TMessage> mailbox, TMessage message) : IDisposable
{
    private ITimer? _timer;
    private int _isWaiting;
    private volatile bool _isStopped;
    private volatile bool _isOver;
    private bool _isPeriodic;

    public TMessage Message { get; } = message;

    /// <summary>True if what waits in the mailbox is of no use any more.</summary>
    public bool IsStopped => _isStopped;

    /// <summary>True if it sends no further message: it was stopped, or it ticks once and has.</summary>
    public bool IsOver => _isStopped || _isOver;

    public void Start(TimeProvider clock, TimeSpan due, TimeSpan period)
    {
        _isPeriodic = period > TimeSpan.Zero;
        var timer = clock.CreateTimer(static state => ((GrainTimer<TMessage>)state!).Tick(), this, due, period);
        _timer = timer;
        if (_isStopped) timer.Dispose();
    }

    /// <summary>The tick left the mailbox.</summary>
    public void Taken() => Volatile.Write(ref _isWaiting, 0);

    public void Dispose()
    {
        _isStopped = true;
        _timer?.Dispose();
    }

    private void Tick()
    {
        _isOver = !_isPeriodic;
        if (_isStopped || Interlocked.Exchange(ref _isWaiting, 1) != 0) return;
        if (!mailbox.TryTick(this)) Taken();
    }
}
