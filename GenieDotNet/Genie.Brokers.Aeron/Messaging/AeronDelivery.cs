namespace Genie.Brokers.Aeron.Messaging;

/// <summary>The way back of one message.</summary>
/// <param name="Peer">Who sent it.</param>
/// <param name="Correlation">The request's, as it came; <see cref="StreamHead.OneWay"/> where no answer is awaited.</param>
internal readonly record struct AeronDelivery(AeronPeer Peer, ulong Correlation);
