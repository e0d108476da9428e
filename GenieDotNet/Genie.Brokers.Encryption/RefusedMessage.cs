using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>A message that a listener refused.</summary>
/// <param name="Channel">Where it came.</param>
/// <param name="Reason">Why it was refused.</param>
/// <param name="Sender">Who sent it, where that is proved; else null.</param>
public sealed record RefusedMessage(string Channel, RefusalReason Reason, PublicIdentity? Sender);
