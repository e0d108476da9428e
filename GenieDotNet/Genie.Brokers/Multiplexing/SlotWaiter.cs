namespace Genie.Brokers.Multiplexing;

/// <summary>A caller that waits for a slot of a <see cref="PendingTable{TResult}"/>. Nothing runs on the thread that ends the wait.</summary>
/// <param name="deadlineTick">The table's tick at which it has waited long enough.</param>
internal sealed class SlotWaiter<TResult>(long deadlineTick)
    : TaskCompletionSource<PendingOperation<TResult>>(TaskCreationOptions.RunContinuationsAsynchronously)
{
    /// <summary>The table's tick at which it has waited long enough, and its operation too if it gets the slot before.</summary>
    public long DeadlineTick => deadlineTick;

    /// <summary>Its node in the queue.</summary>
    public LinkedListNode<SlotWaiter<TResult>>? Node { get; set; }
}
