namespace Genie.Grains;

/// <summary>What becomes of a message to a full mailbox. It is never dropped.</summary>
public enum WhenFull
{
    /// <summary>Its sender waits for room.</summary>
    Wait,

    /// <summary>Its sender gets a <see cref="GrainOverloadedException"/>.</summary>
    Fail,
}
