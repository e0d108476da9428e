namespace Genie.Brokers;

/// <summary>Where a message has arrived when a send completes. Declared, never faked; reports never rank across levels.</summary>
public enum Confirmation
{
    /// <summary>It is on its way out: the operating system, the peer's bounded queue, or the client's own bounded send buffer
    /// that is being sent has the bytes. <see cref="IBrokerConnection.FlushAsync"/> waits until they have left.</summary>
    Buffered,

    /// <summary>The broker answered for it.</summary>
    Accepted,

    /// <summary>The broker answered for it after writing it to disk.</summary>
    Persisted,
}
