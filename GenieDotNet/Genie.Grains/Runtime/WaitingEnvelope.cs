namespace Genie.Grains;

/// <summary>A message that waits for room in a mailbox; the task completes when it is in.</summary>
/// <param name="envelope">The message.</param>
/// <param name="timestamp">When it came, on the runtime's clock, as of the last sweep.</param>
internal sealed class WaitingEnvelope<TMessage>(Envelope<TMessage> envelope, long timestamp) : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
{
    public long Timestamp { get; } = timestamp;

    public Envelope<TMessage> Envelope { get; } = envelope;
}
