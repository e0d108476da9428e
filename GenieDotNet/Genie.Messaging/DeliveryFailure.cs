namespace Genie.Messaging;

/// <summary>A delivery that ended without an acknowledgement.</summary>
/// <param name="Message">The message; its body is not to be kept.</param>
/// <param name="Reason">The handler's exception in words, or the reason it gave.</param>
/// <param name="Error">What the handler threw, or null.</param>
/// <param name="Outcome">What becomes of the message.</param>
public readonly record struct DeliveryFailure(ReceivedMessage Message, string Reason, Exception? Error, DeliveryOutcome Outcome);
