namespace Genie.Messaging;

/// <summary>What was read from a message's bytes.</summary>
/// <param name="Message">Its body is a view of the bytes.</param>
/// <param name="AwaitsAnswer">The sender made a request.</param>
/// <param name="SentAt">When, by the sender's clock; null for what came from elsewhere.</param>
internal readonly record struct EnvelopeContent(Message Message, bool AwaitsAnswer, DateTimeOffset? SentAt);
