namespace Genie.Brokers.Peers;

/// <summary>The way back of one message: the link that it came by.</summary>
internal readonly record struct PeerRoute(PeerServerSession Session, ulong Correlation, bool WantsReply);
