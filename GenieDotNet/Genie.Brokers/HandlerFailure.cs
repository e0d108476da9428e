namespace Genie.Brokers;

/// <summary>A handler threw: what became of its message.</summary>
/// <param name="Error">What it threw.</param>
/// <param name="Delivery">Which delivery of the message it was, from 1, as far as this listener knows.</param>
/// <param name="Outcome">What became of the message.</param>
/// <param name="RedeliveredAfter">How long it waits for its next delivery; zero unless it is <see cref="FailureOutcome.Redelivered"/> by this listener.</param>
public readonly record struct HandlerFailure(Exception Error, int Delivery, FailureOutcome Outcome, TimeSpan RedeliveredAfter);
