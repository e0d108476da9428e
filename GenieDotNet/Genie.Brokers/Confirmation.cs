namespace Genie.Brokers;

/// <summary>Where a message has arrived when a send completes. Declared, never faked; reports never rank across levels.</summary>
public enum Confirmation
{
    /// <summary>It left this process: the operating system, or the peer's bounded queue, has the bytes.</summary>
    Buffered,

    /// <summary>The broker answered for it.</summary>
    Accepted,

    /// <summary>The broker answered for it after writing it to disk.</summary>
    Persisted,
}
