namespace Genie.Brokers;

/// <summary>To how many listeners of a channel a message goes.</summary>
public enum Delivery
{
    /// <summary>To one: listeners compete (queue, queue group, shared subscription).</summary>
    Competing,

    /// <summary>
    /// To each that listens (publish and subscribe: topic, fanout exchange, subscription without a group). Who listens later, or whose link is
    /// lost meanwhile, does not get it, and that nobody listens is no error. Sender and listener must both ask for it: a channel's messages to all
    /// have an address of their own, the channel's followed by <c>.broadcast</c>, and never reach its competing listeners.
    /// </summary>
    Broadcast,
}
