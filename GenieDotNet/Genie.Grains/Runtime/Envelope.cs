namespace Genie.Grains;

/// <summary>A message in a mailbox.</summary>
/// <param name="Message">The message.</param>
/// <param name="Origin">The <see cref="PendingCall{TAnswer}"/> that waits for the answer, the timer that ticked, or null.</param>
/// <param name="Call">The caller's cancellation and deadline.</param>
internal readonly record struct Envelope<TMessage>(TMessage Message, object? Origin, GrainCall Call);
