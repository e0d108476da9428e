using Genie.Brokers.Frame;

namespace Genie.Brokers;

/// <summary>A message of another run reached this listener, or an answer to another request reached this one.</summary>
public sealed class MisroutedMessageException(MessageFrame arrived, string expected)
    : BrokerException(
        $"Run {arrived.Run:x}, sender {arrived.Sender}, sequence {arrived.Sequence} arrived where {expected} was expected.", isTransient: true)
{
    /// <summary>The frame that arrived.</summary>
    public MessageFrame Arrived { get; } = arrived;
}
