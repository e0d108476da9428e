namespace Genie.Datagrams;

/// <summary>The connection has ended; nothing was sent.</summary>
public sealed class ConnectionClosedException(DisconnectReason reason, DatagramException? cause = null)
    : DatagramException($"The connection has ended ({reason}). {cause?.Message ?? "Connect again."}", isTransient: false, cause)
{
    /// <summary>Why it ended.</summary>
    public DisconnectReason Reason { get; } = reason;
}
