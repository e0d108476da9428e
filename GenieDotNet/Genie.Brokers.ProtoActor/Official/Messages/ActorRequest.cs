namespace Genie.Brokers.ProtoActor.Official.Messages;

/// <summary>A message for a channel's listeners.</summary>
/// <param name="Kind">What is wanted of the receiver.</param>
/// <param name="Channel">The channel.</param>
/// <param name="Correlation">What the answer must carry; 0 where none is wanted.</param>
/// <param name="Body">The message; nobody writes to it any more.</param>
internal sealed record ActorRequest(ActorRequestKind Kind, string Channel, ulong Correlation, ReadOnlyMemory<byte> Body);
