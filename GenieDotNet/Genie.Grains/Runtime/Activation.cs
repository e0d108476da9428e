namespace Genie.Grains;

/// <summary>The place of one key: its mailbox, and the grain while it is live.</summary>
internal abstract class Activation : IThreadPoolWorkItem
{
    /// <summary>When its last message came, on the runtime's clock, as of the last sweep.</summary>
    public abstract long LastUsedTimestamp { get; }

    /// <summary>Messages that wait, as far as can be told without stopping anybody.</summary>
    public abstract int QueuedMessages { get; }

    /// <summary>Begins to passivate the grain, unless it has something to do.</summary>
    public abstract bool TryLeave();

    /// <inheritdoc/>
    public abstract void Execute();
}
