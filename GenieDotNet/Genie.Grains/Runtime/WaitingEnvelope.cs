namespace Genie.Grains;

/// <summary>A message that waits for room in a mailbox; the task completes when it is in.</summary>
internal sealed class WaitingEnvelope<TMessage>(Envelope<TMessage> envelope) : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
{
    public Envelope<TMessage> Envelope { get; } = envelope;
}
