using Genie.Brokers.Envelopes;

namespace Genie.Messaging;

/// <summary>What was read from a message's bytes.</summary>
/// <param name="Message">Its body is a view of the bytes.</param>
/// <param name="Answer">What the sender takes as an answer.</param>
/// <param name="SentAt">When, by the sender's clock; null for what came from elsewhere.</param>
internal readonly record struct EnvelopeContent(Message Message, AnswerForm Answer, DateTimeOffset? SentAt);
