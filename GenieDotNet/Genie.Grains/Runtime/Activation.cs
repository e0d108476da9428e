namespace Genie.Grains;

/// <summary>What the runtime has of one key: its mailbox, and the grain while it is live.</summary>
internal abstract class Activation : IThreadPoolWorkItem
{
    /// <summary>When its last message came, on the runtime's clock, as of the last sweep.</summary>
    public abstract long LastUsedTimestamp { get; }

    /// <summary>Odd while a turn is under way, and another number for each.</summary>
    public abstract int TurnNumber { get; }

    /// <summary>Where the call came from that the turn under way answers, as far as is known; the turn's own to read.</summary>
    public CallChain? Caller { get; protected set; }

    /// <summary>Messages that wait, as far as is known without stopping anybody.</summary>
    public abstract int QueuedMessages { get; }

    /// <summary>Begins to passivate the grain, unless it has something to do.</summary>
    public abstract bool TryLeave();

    /// <summary>As <see cref="TryLeave"/>, where there are too many grains: what hosts the grain, if anything does, is asked to let it go.</summary>
    public abstract bool TryEvict();

    /// <summary>Ends calls without a deadline that came before a time of the runtime's clock and still wait for their turn.</summary>
    public abstract void FailOverdue(long beforeTimestamp);

    /// <summary>If an activation failed and is to be tried again later: now instead.</summary>
    public abstract void RetryNow();

    /// <summary>The runtime waits no longer: whoever waits for an answer gets an error, and the grain is reported.</summary>
    public abstract void Abandon();

    /// <inheritdoc/>
    public abstract void Execute();
}
