namespace Genie.Brokers.Encryption;

/// <summary>Whether a listener keeps the order of a connection's messages.</summary>
public enum MessageOrder
{
    /// <summary>Messages are handled as the system delivers them, each once.</summary>
    AsDelivered,

    /// <summary>A message that a later one of its connection has overtaken is refused, so what is handled is in the order sent; what was left out is reported (<see cref="ReceivedMessage.MissingBefore"/>).
    /// Wants <see cref="ListenOptions.Concurrency"/> 1.</summary>
    AsSent,
}
