using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Somebody with an identity and prekeys in memory.</summary>
internal sealed class Party(PreKeyOptions? options = null)
{
    public IdentityKeyPair Identity { get; } = IdentityKeyPair.Generate();

    public PreKeys PreKeys => field ??= new PreKeys(Identity, new MemoryPreKeyStore(), options);

    public Conversation With(Party other, RatchetOptions? ratchet = null) => new(PreKeys, other.Identity.Public, ratchet);
}
