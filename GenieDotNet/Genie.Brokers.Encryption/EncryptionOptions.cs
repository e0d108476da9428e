using Genie.Genuine.Identities;
using Genie.Genuine.Ratchet;

namespace Genie.Brokers.Encryption;

/// <summary>Who this side is, and whom it talks to.</summary>
public sealed record EncryptionOptions
{
    /// <summary>This side. It stays the caller's, who disposes of it after the broker.</summary>
    public required IdentityKeyPair Identity { get; init; }

    /// <summary>Who must be listening; needed by connections. Learn it by another way than through the messaging system.</summary>
    public PublicIdentity? Listener { get; init; }

    /// <summary>Which senders a listener admits. Default: everybody who can prove to be who it says.</summary>
    public Func<PublicIdentity, bool> Admits { get; init; } = static _ => true;

    /// <summary>Sessions that a broker's listeners keep; the one unused for longest makes room. Default 10,000.</summary>
    public int SessionsMax { get; init; } = 10_000;

    /// <summary>Of the double ratchet; both sides need the same choice of encrypted headers.</summary>
    public RatchetOptions Ratchet { get; init; } = new();
}
