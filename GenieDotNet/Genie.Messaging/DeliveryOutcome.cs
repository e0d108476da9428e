namespace Genie.Messaging;

/// <summary>What becomes of a message that was not acknowledged.</summary>
public enum DeliveryOutcome
{
    /// <summary>It is delivered again after a wait.</summary>
    Redelivered,

    /// <summary>It was put to the dead letters.</summary>
    DeadLettered,

    /// <summary>The requester got the error as its answer.</summary>
    Answered,

    /// <summary>It is gone: there is nowhere for dead letters.</summary>
    GivenUp,
}
