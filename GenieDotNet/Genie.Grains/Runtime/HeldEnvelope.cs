namespace Genie.Grains;

/// <summary>A sent message whose grain could not be activated; it waits for the next attempt.</summary>
/// <param name="envelope">The message.</param>
/// <param name="failures">Attempts that failed.</param>
/// <param name="retry">Begins the next one.</param>
internal sealed class HeldEnvelope<TMessage>(Envelope<TMessage> envelope, int failures, Action retry)
{
    private static readonly TimeSpan DelayMin = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan DelayMax = TimeSpan.FromSeconds(10);

    private ITimer? _timer;
    private int _isRetried;

    public Envelope<TMessage> Envelope { get; } = envelope;

    public int Failures => failures;

    /// <summary>True once the next attempt has begun.</summary>
    public bool IsTaken { get; set; }

    /// <summary>Begins the next attempt after a while: twice as long after each that failed, up to 10 s.</summary>
    public void RetryLater(TimeProvider clock)
    {
        var delay = DelayMin * Math.Pow(2, Math.Min(failures - 1, 10));
        var timer = clock.CreateTimer(static state => ((HeldEnvelope<TMessage>)state!).RetryNow(), this, delay < DelayMax ? delay : DelayMax, Timeout.InfiniteTimeSpan);
        _timer = timer;
        if (Volatile.Read(ref _isRetried) != 0) timer.Dispose();
    }

    /// <summary>Begins the next attempt, unless that was done.</summary>
    public void RetryNow()
    {
        if (Interlocked.Exchange(ref _isRetried, 1) != 0) return;
        _timer?.Dispose();
        retry();
    }
}
