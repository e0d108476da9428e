namespace Genie.Brokers;

/// <summary>A message exceeds what the system takes; nothing was sent and the link is unharmed.</summary>
public sealed class PayloadTooLargeException(string broker, long payloadBytes, long maxPayloadBytes)
    : BrokerException(
        $"{broker}: a message of {payloadBytes:N0} bytes exceeds the largest allowed, {maxPayloadBytes:N0}. Send less, or raise the server's limit.",
        isTransient: false)
{
    /// <summary>The refused message's size.</summary>
    public long PayloadBytes { get; } = payloadBytes;

    /// <summary>The largest size taken.</summary>
    public long MaxPayloadBytes { get; } = maxPayloadBytes;
}
