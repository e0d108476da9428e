namespace Genie.Grains;

/// <summary>What became of a message for a mailbox.</summary>
internal enum EnqueueOutcome
{
    /// <summary>It is in.</summary>
    Taken,

    /// <summary>There is no room.</summary>
    Full,

    /// <summary>The activation was passivated; its key has another one now.</summary>
    Gone,
}
