namespace Genie.Datagrams;

/// <summary>A message exceeds what the endpoint takes; nothing was sent.</summary>
public sealed class MessageTooLargeException(long messageBytes, long maxMessageBytes)
    : DatagramException($"{messageBytes:N0} bytes exceed the largest allowed, {maxMessageBytes:N0}. Send less, or raise the limit at both sides.", isTransient: false)
{
    /// <summary>The refused size.</summary>
    public long MessageBytes { get; } = messageBytes;

    /// <summary>The largest size taken.</summary>
    public long MaxMessageBytes { get; } = maxMessageBytes;

    /// <summary>For transports: refuses what is too large.</summary>
    /// <param name="messageBytes">The size.</param>
    /// <param name="maxMessageBytes">The largest size taken.</param>
    /// <exception cref="MessageTooLargeException">The size is above that.</exception>
    public static void ThrowIfAbove(long messageBytes, long maxMessageBytes)
    {
        if (messageBytes > maxMessageBytes) throw new MessageTooLargeException(messageBytes, maxMessageBytes);
    }
}
