namespace Genie.Brokers.ProtoActor.Official.Messages;

/// <summary>An answer to a request or to a mark.</summary>
/// <param name="Correlation">The request's, as it came.</param>
/// <param name="Envelope">The answer in its envelope; null for a mark, and where nobody listens.</param>
internal sealed record ActorAnswer(ulong Correlation, ReadOnlyMemory<byte>? Envelope);
