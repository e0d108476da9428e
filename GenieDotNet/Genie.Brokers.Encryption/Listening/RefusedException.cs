using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>A message is refused; within the listener only.</summary>
internal sealed class RefusedException(RefusalReason reason, PublicIdentity? sender = null) : Exception
{
    public RefusalReason Reason => reason;

    /// <summary>Who sent it, where that is proved.</summary>
    public PublicIdentity? Sender => sender;
}
