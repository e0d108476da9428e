namespace Genie.Brokers.InMemory.Faults;

/// <summary>What is done to a message on its way, and what a right ledger says of it.</summary>
public enum FaultKind
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It disappears: lost; after a buffered send also lost after confirmation.</summary>
    Loss,

    /// <summary>It is delivered twice: duplicated. If it is a request, the second answer is late.</summary>
    Duplicate,

    /// <summary>The connection's next message overtakes it: reordered.</summary>
    Reorder,

    /// <summary>Its answer comes too late: late, and an error at the requester. Messages without an answer are spared.</summary>
    Delay,

    /// <summary>One bit is flipped: corrupted, and lost, because it never arrived as sent.</summary>
    Corrupt,

    /// <summary>It reaches the listeners of another channel: misrouted there, lost here.</summary>
    Misroute,
}
