namespace Genie.Brokers.Quic.Links;

/// <summary>The way back of one message: the link that it came by.</summary>
internal readonly record struct QuicRoute(QuicServerSession Session, ulong Correlation, bool WantsReply);
