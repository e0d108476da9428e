namespace Genie.Datagrams;

/// <summary>The connection has ended; nothing was sent.</summary>
public sealed class ConnectionClosedException(DisconnectReason reason)
    : DatagramException($"The connection has ended ({reason}). Connect again.", isTransient: false)
{
    /// <summary>Why it ended.</summary>
    public DisconnectReason Reason { get; } = reason;
}
