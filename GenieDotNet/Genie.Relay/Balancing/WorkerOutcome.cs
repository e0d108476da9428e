namespace Genie.Relay.Balancing;

/// <summary>What a call says of its worker.</summary>
internal enum WorkerOutcome
{
    /// <summary>It answered.</summary>
    Good,

    /// <summary>Nothing: the client gave up.</summary>
    Unknown,

    /// <summary>It lost the call, left it without an answer, or answered UNAVAILABLE.</summary>
    Failed,

    /// <summary>It could not be connected to.</summary>
    Unreachable,

    /// <summary>Its connection broke off with the call: it may be ending.</summary>
    Disconnected,
}
