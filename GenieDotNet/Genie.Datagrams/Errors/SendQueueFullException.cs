namespace Genie.Datagrams;

/// <summary>A connection holds as much unsent and unacknowledged data as it may; nothing was sent.</summary>
public sealed class SendQueueFullException(long maxQueuedBytes)
    : DatagramException(
        $"The connection already holds {maxQueuedBytes:N0} bytes that are not acknowledged. Send again when it has drained (QueuedBytes), or raise MaxQueuedBytes.",
        isTransient: true);
