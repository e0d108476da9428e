using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>A message whose sender waits for room. Its bytes are the sender's.</summary>
internal sealed class WaitingPost(ulong prefix, ReadOnlyMemory<byte> message, long deadlineMilliseconds) : ClaimableWait
{
    /// <summary>What goes before the message.</summary>
    public ulong Prefix { get; } = prefix;

    /// <summary>The message; to be read only after the wait was claimed.</summary>
    public ReadOnlyMemory<byte> Message { get; } = message;

    /// <summary>When its sender gives up, on <see cref="Environment.TickCount64"/>.</summary>
    public long DeadlineMilliseconds { get; } = deadlineMilliseconds;
}
