namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>The way back of one message.</summary>
/// <param name="Peer">The routing id that the ROUTER gave the peer.</param>
/// <param name="Correlation">The request's, as it came; null where no answer is awaited.</param>
internal readonly record struct NetMQRoute(byte[] Peer, ulong? Correlation);
