namespace Genie.Grains;

/// <summary>A message in a mailbox.</summary>
/// <param name="Message">The message.</param>
/// <param name="Origin">The <see cref="PendingCall{TAnswer}"/> that waits for the answer, the timer that ticked, the trace of one that was sent, or null.</param>
/// <param name="Call">The caller's cancellation and deadline.</param>
/// <param name="Token">Which of its uses the pending call is in.</param>
internal readonly record struct Envelope<TMessage>(TMessage Message, object? Origin, GrainCall Call, short Token = 0);
