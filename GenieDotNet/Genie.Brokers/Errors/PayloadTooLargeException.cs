namespace Genie.Brokers;

/// <summary>A message exceeds what the system takes; nothing was sent and the link is unharmed.</summary>
/// <param name="broker">The system's name.</param>
/// <param name="payloadBytes">The refused message's size.</param>
/// <param name="maxPayloadBytes">The largest size taken.</param>
/// <param name="limit">The limit that was met, to stand after "raise"; empty for the server's.</param>
public sealed class PayloadTooLargeException(string broker, long payloadBytes, long maxPayloadBytes, string limit = "")
    : BrokerException(
        $"{broker}: a message of {payloadBytes:N0} bytes exceeds the largest allowed, {maxPayloadBytes:N0}. Send less, or raise {(limit.Length > 0 ? limit : "the server's limit")}.",
        isTransient: false)
{
    /// <summary>The refused message's size.</summary>
    public long PayloadBytes { get; } = payloadBytes;

    /// <summary>The largest size taken.</summary>
    public long MaxPayloadBytes { get; } = maxPayloadBytes;
}
