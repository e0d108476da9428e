using Genie.Brokers.Frame;

namespace Genie.Brokers;

/// <summary>A message or an answer arrived changed, cut or without its frame.</summary>
public sealed class CorruptedMessageException(FrameStatus status)
    : BrokerException($"A message arrived damaged ({status}). Is everyone on this channel a Genie client or worker of this version?", isTransient: true)
{
    /// <summary>What was wrong with the frame.</summary>
    public FrameStatus Status { get; } = status;
}
