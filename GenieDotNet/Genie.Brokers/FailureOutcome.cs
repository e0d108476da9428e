namespace Genie.Brokers;

/// <summary>What becomes of a message whose handler threw.</summary>
public enum FailureOutcome
{
    /// <summary>Its sender got the error as the answer; the message is settled.</summary>
    Answered,

    /// <summary>It is delivered again: by this listener after a wait, or by the system.</summary>
    Redelivered,

    /// <summary>It is gone, or where the system's dead letters go: the system cannot redeliver, or <see cref="RedeliveryPolicy.DeliveriesMax"/> is reached.</summary>
    GivenUp,
}
