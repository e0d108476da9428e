namespace Genie.Grains;

/// <summary>What a grain knows of itself.</summary>
/// <typeparam name="TMessage">The messages it handles.</typeparam>
public sealed class GrainContext<TMessage>
{
    private readonly ITimerMailbox<TMessage> _mailbox;
    private readonly TimeProvider _clock;
    private List<GrainTimer<TMessage>>? _timers;

    internal GrainContext(string kind, string key, ITimerMailbox<TMessage> mailbox, TimeProvider clock) =>
        (Kind, Key, _mailbox, _clock) = (kind, key, mailbox, clock);

    /// <summary>The grain's kind.</summary>
    public string Kind { get; }

    /// <summary>The grain's key.</summary>
    public string Key { get; }

    /// <summary>
    /// Sends the grain a message after a time, then again after each period, until disposed or the grain is passivated or crashes. A tick
    /// is left out while the one before still waits in the mailbox. Call it within a turn.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="due">Time to the first.</param>
    /// <param name="period">Time between two; infinite for one only.</param>
    public IDisposable SetTimer(TMessage message, TimeSpan due, TimeSpan period)
    {
        var timer = new GrainTimer<TMessage>(_mailbox, message);
        bool isFirst;
        lock (_mailbox)
        {
            isFirst = !HasTimersLocked;
            (_timers ??= []).Add(timer);
        }

        timer.Start(_clock, due, period);
        if (isFirst) _mailbox.TimerSet();
        return timer;
    }

    /// <summary>True while a timer may still send a message.</summary>
    internal bool HasTimers
    {
        get
        {
            lock (_mailbox) return HasTimersLocked;
        }
    }

    private bool HasTimersLocked => _timers?.Exists(static timer => !timer.IsOver) ?? false;

    internal void StopTimers()
    {
        List<GrainTimer<TMessage>>? timers;
        lock (_mailbox) (timers, _timers) = (_timers, null);
        foreach (var timer in timers ?? []) timer.Dispose();
    }
}
