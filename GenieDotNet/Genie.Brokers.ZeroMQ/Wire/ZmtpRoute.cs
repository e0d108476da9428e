namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>The way back of one message: the link that it came by is its routing id.</summary>
internal readonly record struct ZmtpRoute(ZmtpServerSession Session, ulong Correlation, bool WantsReply);
